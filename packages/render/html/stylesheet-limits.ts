/** Columns for which the stylesheet has a grid; wider tables are laid out as plain ones. */
export const maxGridColumns = 30;

/** Columns that can be sorted; tables with more of them are not. */
export const maxSortedColumns = 12;
