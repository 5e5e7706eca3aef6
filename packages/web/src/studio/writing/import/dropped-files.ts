let dropped: readonly File[] = []

/** Files that were dropped on the list of posts, for the import page, which is opened next. */
export function dropFiles(files: readonly File[]): void {
  dropped = files
}

export function takeDroppedFiles(): readonly File[] {
  const files = dropped
  dropped = []
  return files
}
