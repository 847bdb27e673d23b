/** How far a running call is. */
export interface ToolProgress {
  readonly message: string;
  /** 0 to 100. */
  readonly percentComplete?: number;
  readonly currentOperation?: string;
  readonly itemsProcessed?: number;
  readonly totalItems?: number;
  readonly estimatedRemainingMs?: number;
  readonly warningMessage?: string;
}
