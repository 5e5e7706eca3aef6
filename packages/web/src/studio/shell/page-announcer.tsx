import { useAnnouncedPage } from './page-change.ts'

/** Announces the title of each page that is opened. */
export function PageAnnouncer() {
  return (
    <p className="visually-hidden" role="status">
      {useAnnouncedPage()}
    </p>
  )
}
