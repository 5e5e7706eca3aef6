/** A `Headers`, or an object such as Node's `request.headers`. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

export function headerIn(headers: WebhookHeaders, name: string): string | undefined {
  // Recognised by its method, since it can be a `Headers` of another implementation.
  if (isHeaders(headers)) return headers.get(name) ?? undefined
  const lowerCase = name.toLowerCase()
  const value = headers[lowerCase] ?? Object.entries(headers).find(([key]) => key.toLowerCase() === lowerCase)?.[1]
  return typeof value === 'string' ? value : value?.join(', ')
}

const isHeaders = (headers: WebhookHeaders): headers is Headers => typeof headers['get'] === 'function'
