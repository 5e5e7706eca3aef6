import { type Static, Type } from 'typebox'
import { PASSKEY_NAME_MAX_CHARACTERS } from '../../values/limits.ts'
import { acceptingAndIgnoring, closed, nullable, Timestamp, Uuid } from '../schema.ts'

const name = Type.String({ minLength: 1, maxLength: PASSKEY_NAME_MAX_CHARACTERS })

/** A key of a device or password manager, with which its owner logs in. */
export const Passkey = Type.Object(
  { id: Uuid, name: Type.String(), created_at: Timestamp, last_used_at: nullable(Timestamp) },
  { title: 'Passkey' },
)
export type Passkey = Static<typeof Passkey>

export const PasskeyList = Type.Object(
  {
    passkeys: Type.Array(Passkey),
    available: Type.Boolean({
      description:
        'Whether passkeys can be used at all: not on a site whose address is an IP address or without https, except on localhost.',
    }),
  },
  { title: 'PasskeyList' },
)
export type PasskeyList = Static<typeof PasskeyList>

const json = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description })

/** What a browser needs to create or use a passkey. */
export const PasskeyOptions = Type.Object(
  {
    options: json(
      'For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`. The challenge works once, within 5 minutes.',
    ),
  },
  { title: 'PasskeyOptions' },
)
export type PasskeyOptions = Static<typeof PasskeyOptions>

const credential = json('The answer of the browser, from `PublicKeyCredential.toJSON()`.')

export const AddPasskey = closed('AddPasskey', { name, credential })
export type AddPasskey = Static<typeof AddPasskey>

export const RenamePasskey = acceptingAndIgnoring(closed('RenamePasskey', { name }), Passkey)
export type RenamePasskey = Static<typeof RenamePasskey>

export const UsePasskey = closed('UsePasskey', { credential })
export type UsePasskey = Static<typeof UsePasskey>
