import type { Settings } from '../../platform/config.ts'
import { MediaAddresses } from '../../platform/core/addresses/media-addresses.ts'
import type { Db } from '../../platform/db/connection/database.ts'
import { listMediaAddresses, putMediaAddress } from './address-store.ts'

export type UrlSettings = Pick<Settings, 'publicUrl' | 'storage'>

/** The public URL of a stored image. */
export const imageUrl = (settings: UrlSettings, path: string): string => `${mediaAddress(settings)}/${path}`

/** The address below which images are served now. */
export function mediaAddress(settings: UrlSettings): string {
  const { storage } = settings
  return (storage.kind === 's3' ? storage.publicUrl : undefined) ?? ownAddress(settings)
}

/** Images of any store are served by this server, too. */
const ownAddress = ({ publicUrl }: UrlSettings): string => `${publicUrl.origin}/media`

/** At the start of a server: remembers the addresses of its settings, for the time after they have changed. */
export async function rememberMediaAddresses(db: Db, settings: UrlSettings): Promise<void> {
  for (const address of new Set([ownAddress(settings), mediaAddress(settings)])) await putMediaAddress(db, address)
}

export async function openMediaAddresses(db: Db, settings: UrlSettings): Promise<MediaAddresses> {
  const known = await listMediaAddresses(db)
  return new MediaAddresses(
    mediaAddress(settings),
    known.map(({ address }) => address),
  )
}
