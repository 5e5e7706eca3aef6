import { queryOptions } from '@tanstack/react-query'
import { client } from '../client.ts'

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => client.passkeys.list({ signal }),
})

export const hasBrowserPasskeys = (): boolean => 'PublicKeyCredential' in window

// The library is loaded when it is used: few do.
const library = () => import('@simplewebauthn/browser')
type Library = Awaited<ReturnType<typeof library>>

/** Asks the browser for a new passkey of this account. */
export async function createPasskey(): Promise<Record<string, unknown>> {
  const { startRegistration } = await library()
  const { options } = await client.passkeys.start()
  type Options = Parameters<Library['startRegistration']>[0]['optionsJSON']
  return { ...(await startRegistration({ optionsJSON: options as unknown as Options })) }
}

/** Proves with a passkey that the owner is here. */
export async function confirmWithPasskey(): Promise<void> {
  const { startAuthentication } = await library()
  const { options } = await client.passkeys.startUse()
  type Options = Parameters<Library['startAuthentication']>[0]['optionsJSON']
  const credential = await startAuthentication({ optionsJSON: options as unknown as Options })
  await client.passkeys.confirm({ credential: { ...credential } })
}
