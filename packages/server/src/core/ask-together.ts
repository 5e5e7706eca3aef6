/**
 * Puts questions that come in the same turn of the event loop into one, which under load saves most of the ways to the
 * database and back. Nobody waits for those who may come later: the one that is alone is asked at once.
 *
 * `askAll` answers in the order of its questions, at most so many at a time.
 */
export function askTogether<Question, Answer>(
  most: number,
  askAll: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): (question: Question) => Promise<Answer> {
  let waiting: Waiting<Question, Answer>[] = []

  const endTurn = () => {
    const all = waiting
    waiting = []
    for (let i = 0; i < all.length; i += most) void settle(all.slice(i, i + most))
  }
  const settle = async (group: readonly Waiting<Question, Answer>[]) => {
    try {
      const answers = await askAll(group.map(({ question }) => question))
      group.forEach(({ resolve }, i) => void resolve(answers[i] as Answer))
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }
  return question =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(endTurn)
      waiting.push({ question, resolve, reject })
    })
}

interface Waiting<Question, Answer> {
  readonly question: Question
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}
