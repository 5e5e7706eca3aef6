const UNITS = ['KiB', 'MiB', 'GiB', 'TiB']

/** A size limit as text for messages and documents: 64 KiB, 8 MiB. */
export function inUnits(bytes: number): string {
  let [value, unit] = [bytes / 1024, 0]
  while (value >= 1024 && unit < UNITS.length - 1) [value, unit] = [value / 1024, unit + 1]
  return `${Math.round(value * 10) / 10} ${UNITS[unit]}`
}
