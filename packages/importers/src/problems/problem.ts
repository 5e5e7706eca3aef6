import type { en } from './en.ts'

/** A sentence for each problem, in a language. */
export type ProblemTexts = {
  readonly [Code in keyof typeof en]: (typeof en)[Code] extends string ? string : (typeof en)[Code]
}

/** Something of an export that is not taken over as it is, or a reason why. */
export type Problem = { [Code in keyof typeof en]: ProblemOf<Code> }[keyof typeof en]

type ProblemOf<Code extends keyof typeof en> = (typeof en)[Code] extends (values: infer Values) => string
  ? { readonly code: Code; readonly values: { readonly [Name in keyof Values]: Values[Name] | Problem } }
  : { readonly code: Code; readonly values?: undefined }

/** Collects the problems of one post, each once. */
export class Report {
  readonly #problems = new Map<string, Problem>()

  constructor(problems: readonly Problem[] = []) {
    for (const problem of problems) this.#problems.set(JSON.stringify(problem), problem)
  }

  readonly add = (problem: Problem): void => {
    if (this.#problems.size < MOST_PER_POST) this.#problems.set(JSON.stringify(problem), problem)
  }

  get problems(): Problem[] {
    return [...this.#problems.values()]
  }
}

const MOST_PER_POST = 30

class ProblemError extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.code)
    this.problem = problem
  }
}

/** The archive as a whole cannot be read. */
export class ArchiveError extends ProblemError {
  override readonly name = 'ArchiveError'
}

/** One file or post of the archive cannot be read; the others can. */
export class FileError extends ProblemError {
  override readonly name = 'FileError'
}

/** A file is not a post. */
export class NotAPostError extends ProblemError {
  override readonly name = 'NotAPostError'
}

/** One post, image or path is not accepted; the import goes on. */
export class RejectedError extends ProblemError {
  override readonly name = 'RejectedError'
}
