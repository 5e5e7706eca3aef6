import type { PageRequest } from '../page-request.ts'

/** For the header. A page is shown even if the count cannot be read. */
export async function unreadCount({ asReader, client, report }: PageRequest): Promise<number> {
  try {
    return (await asReader(() => client.reader.unreadNotifications()))?.unread ?? 0
  } catch (error) {
    report(error)
    return 0
  }
}
