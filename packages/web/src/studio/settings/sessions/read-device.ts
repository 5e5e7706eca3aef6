// The first that fits: Edge and Opera also call themselves Chrome, Chrome also calls itself Safari, Android also Linux.
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

const first = (names: readonly [RegExp, string][], text: string) => names.find(([pattern]) => pattern.test(text))?.[1]

/** Browser and system by their everyday names; undefined for what is no browser we know. */
export function readDevice(userAgent: string | null): { browser: string; system: string } | undefined {
  const browser = first(BROWSERS, userAgent ?? '')
  const system = first(SYSTEMS, userAgent ?? '')
  return browser && system ? { browser, system } : undefined
}
