import type { FieldError } from '@galley/client'

interface FieldErrorTexts {
  /** By field name. */
  readonly labels: Readonly<Record<string, string>>
  /** A sentence for each kind of error. */
  readonly sentences: Readonly<Record<string, string>>
  /** For an unknown kind of error. */
  readonly otherwise: string
  readonly ofField: (label: string, sentence: string) => string
  /** Whether the server's own messages, which are English, can be shown. */
  readonly showsServer: boolean
}

/** `tags.3` is an entry of `tags`. */
export const fieldOf = ({ field }: Pick<FieldError, 'field'>): string => field.split('.')[0] ?? field

/** The error without the field. It never contains names of the API. */
export function errorSentence({ code, message }: FieldError, texts: FieldErrorTexts): string {
  if (texts.showsServer && !/[a-z]_[a-z]/.test(message)) return message
  return texts.sentences[code] ?? texts.otherwise
}

/** The error with the field's label. A field without a label, and a file, are not named. */
export function describeWithLabel(error: FieldError, texts: FieldErrorTexts): string {
  const sentence = errorSentence(error, texts)
  const field = fieldOf(error)
  const label = Object.hasOwn(texts.labels, field) ? texts.labels[field] : undefined
  return label === undefined ? sentence : texts.ofField(label, sentence)
}
