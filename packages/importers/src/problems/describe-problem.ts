import type { Language } from '@galley/contract/identity/languages'
import { en } from './en.ts'
import { ja } from './ja.ts'
import type { Problem, ProblemTexts } from './problem.ts'

const TEXTS: Readonly<Record<Language, ProblemTexts>> = { en, ja }

export function describeProblem({ code, values }: Problem, language: Language): string {
  const text = TEXTS[language][code] as string | ((values: object) => string)
  if (typeof text === 'string') return text
  const described = Object.entries(values ?? {}).map(([name, value]) => [
    name,
    typeof value === 'object' ? describeProblem(value as Problem, language) : value,
  ])
  return text(Object.fromEntries(described))
}
