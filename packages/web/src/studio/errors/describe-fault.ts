import type { FieldError } from '@galley/client'

interface Words {
  /** By name of the field. */
  readonly labels: Readonly<Record<string, string>>
  /** A sentence for each kind of fault. */
  readonly sentences: Readonly<Record<string, string>>
  /** For a kind of fault that is not known here. */
  readonly otherwise: string
  readonly ofField: (label: string, sentence: string) => string
  /** Whether the server's own sentences, which are English and precise, can be shown. */
  readonly showsServer: boolean
}

/** `tags.3` is an entry of `tags`. */
export const fieldOf = ({ field }: Pick<FieldError, 'field'>): string => field.split('.')[0] ?? field

/** What is wrong, without the field. Names of the API never appear in it. */
export function faultSentence({ code, message }: FieldError, words: Words): string {
  if (words.showsServer && !/[a-z]_[a-z]/.test(message)) return message
  return words.sentences[code] ?? words.otherwise
}

/** The same with the field's label in front. A field without a label, and a file, go unnamed. */
export function describeFault(fault: FieldError, words: Words): string {
  const sentence = faultSentence(fault, words)
  const field = fieldOf(fault)
  const label = Object.hasOwn(words.labels, field) ? words.labels[field] : undefined
  return label === undefined ? sentence : words.ofField(label, sentence)
}
