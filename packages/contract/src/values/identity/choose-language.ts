import { isLanguage, type Language } from './languages.ts'

/** The chosen language, else the supported one that the browser prefers, else English. */
export function chooseLanguage(chosen: string | undefined, accepts: string | undefined): Language {
  if (isLanguage(chosen)) return chosen
  let best: Language = 'en'
  let bestWeight = 0
  for (const entry of (accepts ?? '').slice(0, 500).split(',')) {
    const [tag = '', ...parameters] = entry.trim().toLowerCase().split(';')
    const weight = Number(parameters.map(text => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean) ?? 1)
    const language = tag.split('-')[0]
    if (isLanguage(language) && weight > bestWeight) {
      best = language
      bestWeight = weight
    }
  }
  return best
}
