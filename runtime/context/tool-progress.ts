/** Fields of a progress report. */
export interface ToolProgressInit {
  readonly message: string;
  /** 0 to 100; values outside are clamped. */
  readonly percentComplete?: number | undefined;
  readonly currentOperation?: string | undefined;
  readonly itemsProcessed?: number | undefined;
  readonly totalItems?: number | undefined;
  readonly estimatedRemainingMs?: number | undefined;
  readonly warningMessage?: string | undefined;
}

/** The progress of a call. Prefer `context.reportProgress(message, percent)`. */
export class ToolProgress implements ToolProgressInit {
  declare readonly message: string;
  readonly percentComplete: number | undefined;
  declare readonly currentOperation: string | undefined;
  declare readonly itemsProcessed: number | undefined;
  declare readonly totalItems: number | undefined;
  declare readonly estimatedRemainingMs: number | undefined;
  declare readonly warningMessage: string | undefined;

  constructor(init: ToolProgressInit) {
    const { percentComplete: percent } = init;
    this.message = init.message;
    this.currentOperation = init.currentOperation;
    this.itemsProcessed = init.itemsProcessed;
    this.totalItems = init.totalItems;
    this.estimatedRemainingMs = init.estimatedRemainingMs;
    this.warningMessage = init.warningMessage;
    this.percentComplete = percent === undefined || Number.isNaN(percent) ? undefined : clamp(percent, 100);
  }

  get hasWarning(): boolean {
    return this.warningMessage !== undefined;
  }

  get isIndeterminate(): boolean {
    return this.percentComplete === undefined && this.totalItems === undefined;
  }

  /** From 0 to 1, for progress bars. */
  get normalizedProgress(): number {
    const { percentComplete, itemsProcessed = 0, totalItems } = this;
    if (percentComplete !== undefined) return percentComplete / 100;
    return totalItems ? clamp(itemsProcessed / totalItems, 1) : 0;
  }

  /** `50%`, `5/10`, or nothing. */
  get progressText(): string {
    const { percentComplete, itemsProcessed, totalItems } = this;
    if (percentComplete !== undefined) return `${percentComplete.toFixed(0)}%`;
    return itemsProcessed !== undefined && totalItems !== undefined ? `${itemsProcessed}/${totalItems}` : "";
  }

  /** `12s remaining`, in seconds, minutes or hours. */
  get remainingText(): string | undefined {
    if (this.estimatedRemainingMs === undefined) return undefined;
    const seconds = this.estimatedRemainingMs / 1000;
    if (seconds < 60) return `${seconds.toFixed(0)}s remaining`;
    if (seconds < 3600) return `${(seconds / 60).toFixed(0)}m remaining`;
    return `${(seconds / 3600).toFixed(1)}h remaining`;
  }

  static message(message: string): ToolProgress {
    return new ToolProgress({ message });
  }

  static withPercent(message: string, percentComplete: number): ToolProgress {
    return new ToolProgress({ message, percentComplete });
  }

  static items(message: string, itemsProcessed: number, totalItems: number): ToolProgress {
    const percentComplete = totalItems > 0 ? (itemsProcessed * 100) / totalItems : undefined;
    return new ToolProgress({ message, itemsProcessed, totalItems, percentComplete });
  }

  static operation(message: string, currentOperation: string, percentComplete?: number): ToolProgress {
    return new ToolProgress({ message, currentOperation, percentComplete });
  }

  static withWarning(message: string, warningMessage: string): ToolProgress {
    return new ToolProgress({ message, warningMessage });
  }

  static completed(message = "Completed"): ToolProgress {
    return new ToolProgress({ message, percentComplete: 100 });
  }
}

function clamp(value: number, most: number): number {
  return Math.min(Math.max(value, 0), most);
}
