import { Tabs } from '@base-ui/react/tabs'
import type { IssueToken, TokenRecord } from '@galley/client'
import { TOKEN_SCOPES, type TokenScope } from '@galley/contract/identity/scopes'
import { TOKEN_NAME_MAX_CHARACTERS } from '@galley/contract/limits'
import { useState } from 'react'
import { client } from '../../client.ts'
import { fieldErrors } from '../../errors/describe-error.ts'
import { zoneName } from '../../i18n/format.ts'
import { textOf } from '../../i18n/language.ts'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { DateTimeInput, Field, Select, TextInput } from '../../ui/forms/field.tsx'
import { FormDialog } from '../../ui/forms/form.tsx'
import { ShownOnceDialog } from '../../ui/overlays/dialog.tsx'
import { useAction } from '../../ui/use-action.ts'
import { ScopeFields } from './token-scopes.tsx'
import { tokensQuery } from './tokens-query.ts'

/** How long a token is valid: some days, until a chosen time, or without a limit. */
type Expiry = '7' | '30' | '90' | '365' | 'chosen' | 'never'

const DAY_MS = 86_400_000

/** null: it does not expire. undefined: no time was chosen yet. */
function expiryOf(expiry: Expiry, chosen: Date | undefined): string | null | undefined {
  if (expiry === 'never') return null
  if (expiry === 'chosen') return chosen?.toISOString()
  return new Date(Date.now() + Number(expiry) * DAY_MS).toISOString()
}

interface Props {
  /** Reissues this token: same name, and the same scopes unless they are changed. */
  readonly reissued?: TokenRecord
  /** Names of active tokens: reusing one replaces that token. */
  readonly taken?: readonly string[]
  readonly onClose: () => void
}

/** Shows the form, then the token once. */
export function IssueTokenDialog({ reissued, taken = [], onClose }: Props) {
  const text = textOf('tokens')
  const [name, setName] = useState(reissued?.name ?? '')
  const [scopes, setScopes] = useState<readonly TokenScope[]>(reissued?.scopes ?? TOKEN_SCOPES)
  const [expiry, setExpiry] = useState<Expiry>('90')
  const [chosen, setChosen] = useState<Date>()
  const [unchosen, setUnchosen] = useState(false)
  const issue = useAction({ call: (token: IssueToken) => client.tokens.issue(token), changes: tokensQuery })
  const errors = fieldErrors(issue.error)
  const replaces = reissued === undefined && taken.includes(name)
  if (issue.data) return <IssuedToken {...issue.data} onClose={onClose} />

  function submit(): void {
    const expires_at = expiryOf(expiry, chosen)
    setUnchosen(expires_at === undefined)
    if (expires_at !== undefined) issue.mutate({ name, scopes: [...scopes], expires_at })
  }

  return (
    <FormDialog
      title={reissued === undefined ? text.issue : text.reissueTitle(reissued.name)}
      submit={replaces || reissued !== undefined ? text.reissue : text.issue}
      action={issue}
      issue={unchosen && expiry === 'chosen' && chosen === undefined && text.chooseTime}
      fields={reissued === undefined ? ['name', 'scopes', 'expires_at'] : ['scopes', 'expires_at']}
      waits
      onSubmit={submit}
      onClose={onClose}
    >
      {reissued !== undefined ? (
        <p>{text.reissueIntro}</p>
      ) : (
        <Field
          label={text.name}
          hint={replaces ? text.replaces(name) : text.nameHint}
          error={errors.get('name')}
          counter={{ value: name, max: TOKEN_NAME_MAX_CHARACTERS }}
        >
          <TextInput value={name} autoComplete="off" onChange={event => setName(event.target.value)} />
        </Field>
      )}
      <ScopeFields scopes={scopes} error={errors.get('scopes')} onChange={setScopes} />
      <Field label={text.expires} error={expiry === 'chosen' ? undefined : errors.get('expires_at')}>
        <Select
          value={expiry}
          onChange={event => setExpiry(event.target.value as Expiry)}
          options={[
            { value: '7', label: text.inDays(7) },
            { value: '30', label: text.inDays(30) },
            { value: '90', label: text.inDays(90) },
            { value: '365', label: text.inAYear },
            { value: 'chosen', label: text.onDate },
            { value: 'never', label: text.never },
          ]}
        />
      </Field>
      {expiry === 'chosen' && (
        <Field
          label={text.expiresAt}
          hint={text.inZone(zoneName(chosen ?? Date.now()))}
          error={unchosen && chosen === undefined ? text.chooseTime : errors.get('expires_at')}
        >
          <DateTimeInput value={chosen} min={new Date()} onChange={setChosen} />
        </Field>
      )}
    </FormDialog>
  )
}

const curlSnippet = (token: string): string => `export GALLEY_TOKEN=${token}

curl ${location.origin}/api/v1/posts \\
  -H "Authorization: Bearer $GALLEY_TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"title": "Hello", "content": "Written with curl."}'`

const sdkSnippet = (token: string): string => `// GALLEY_TOKEN=${token} in the environment
import { createClient } from '@galley/client'

const galley = createClient({
  baseUrl: '${location.origin}',
  token: process.env.GALLEY_TOKEN,
})
await galley.posts.create({ title: 'Hello', content: 'Written with the SDK.' })`

function IssuedToken({ name, token, onClose }: { name: string; token: string; onClose: () => void }) {
  const text = textOf('tokens')
  const snippets = { [text.curl]: curlSnippet(token), [text.sdk]: sdkSnippet(token) }
  return (
    <ShownOnceDialog wide title={text.issuedTitle(name)} done={text.done} onClose={onClose}>
      <p>{text.shownOnce}</p>
      <CodeBlock label={text.token} code={token} />
      <Tabs.Root defaultValue={text.curl}>
        <Tabs.List className="tabs" aria-label={text.snippets} activateOnFocus>
          {Object.keys(snippets).map(tool => (
            <Tabs.Tab key={tool} className="tab" value={tool}>
              {tool}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {Object.entries(snippets).map(([tool, code]) => (
          <Tabs.Panel key={tool} value={tool}>
            <CodeBlock label={text.snippets} code={code} />
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </ShownOnceDialog>
  )
}
