import type { FieldIssue } from '../../platform/core/errors.ts'
import type { SafeFetch } from '../../platform/outbound/safe-fetch.ts'

/** Validates the URL of a webhook. The same rules are applied again at every connection, because DNS entries change. */
export async function addressIssues(fetch: SafeFetch, text: string): Promise<FieldIssue[]> {
  const issue = (message: string): FieldIssue[] => [{ field: 'url', code: 'INVALID_VALUE', message }]
  if (!URL.canParse(text)) return issue('Must be a URL, such as https://example.com/hook.')
  const url = new URL(text)
  if (url.protocol !== 'https:') return issue('Must begin with https://.')
  if (url.username !== '' || url.password !== '') return issue('Must not contain a user name or password.')
  if (await fetch.isBlocked(url.hostname))
    return issue('Must lead to a public address; this one is in a private or reserved network.')
  return []
}
