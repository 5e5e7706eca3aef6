import type { Answer, Client } from '../../../server/test/support/client.ts'

/** Submits a form like a browser without scripts. */
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
