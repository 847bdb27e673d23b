/** What every peer has to show before its clock starts: valid input is answered, invalid input is refused. */
export function proof(answer, accepts, refuses) {
  return async () => {
    if (!accepts(await answer("valid"))) throw new Error("The case does not answer valid input.");
    let refused = false;
    try {
      refused = refuses(await answer("invalid"));
    } catch {
      refused = true;
    }
    if (!refused) throw new Error("The case accepts invalid input.");
  };
}
