import type { Answer, Client } from '../../../server/test/support/client.ts'

/** Sends a form as a browser without scripts does. */
export function sendForm(
  client: Client,
  path: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return client.send('POST', path, {
    raw: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
}
