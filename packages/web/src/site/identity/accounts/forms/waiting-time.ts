import type { Language } from '@galley/contract/identity/languages'

/** The waiting time in words: "40 seconds", "12分". Rounded up, so that the next attempt is not too early. */
export function waitingTime(language: Language, seconds: number): string {
  const [count, unit] = seconds < 100 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}
