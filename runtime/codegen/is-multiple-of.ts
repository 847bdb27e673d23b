/** Smaller integers are exact, even when divided by a power of ten. */
const maxExact = 1e15;
const largestExactPower = 22;

/** A divisor in units of its last decimal place. Cached, because all items of a list have the same divisor. */
let last = { divisor: 1, unitsPerOne: 1, units: 1 };

/** Whether a number is a multiple of another in decimal: 0.3 is a multiple of 0.1, though not in binary. */
export function isMultipleOf(value: number, divisor: number): boolean {
  if (last.divisor !== divisor) last = stepOf(divisor);
  const { unitsPerOne, units } = last;
  const scaled = Math.round(value * unitsPerOne);
  if (Math.abs(scaled) >= maxExact || units >= maxExact) return isExactMultiple(value, divisor);
  // A number with more decimals than the divisor is not a multiple.
  return scaled / unitsPerOne === value && scaled % units === 0;
}

function stepOf(divisor: number): typeof last {
  const digits = Math.max(0, -decimal(divisor).exponent);
  const unitsPerOne = Number(`1e${digits}`);
  const units = digits > largestExactPower ? Infinity : Math.round(divisor * unitsPerOne);
  return { divisor, unitsPerOne, units };
}

function isExactMultiple(value: number, divisor: number): boolean {
  const a = decimal(value);
  const b = decimal(divisor);
  const exponent = Math.min(a.exponent, b.exponent);
  return scaled(a, exponent) % scaled(b, exponent) === 0n;
}

/** The shortest decimal notation of a number: `digits` times ten to the power of `exponent`. */
function decimal(value: number): { digits: bigint; exponent: number } {
  const [mantissa = "", exponent = "0"] = String(value).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

function scaled({ digits, exponent }: ReturnType<typeof decimal>, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to);
}
