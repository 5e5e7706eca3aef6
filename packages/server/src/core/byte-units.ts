/** A size limit as text for messages and documents: 64 KiB, 8 MiB. */
export function inUnits(bytes: number): string {
  const kib = bytes / 1024
  return kib < 1024 ? `${kib} KiB` : `${kib / 1024} MiB`
}
