import { useCallback, useEffect, useState } from 'react'
import { Outlet, ScrollRestoration, useMatch, useNavigate } from 'react-router'
import { textOf } from '../i18n/language.ts'
import { NEW_POST } from '../navigation.ts'
import { Palette } from '../palette/palette.tsx'
import { ReauthenticationDialog } from '../session/reauthentication-dialog.tsx'
import { HelpDialog } from '../shortcuts/help-dialog.tsx'
import { useShortcut } from '../shortcuts/use-shortcut.ts'
import { Confirm } from '../ui/confirm.tsx'
import { ConnectionBanner, LoggedOutBanner } from './banners.tsx'
import { PageAnnouncer } from './page.tsx'
import { Sidebar, TabBar } from './sidebar.tsx'

type Overlay = 'palette' | 'help'

/** The layout of every page: navigation, global notices and global shortcuts. */
export function Layout() {
  const text = textOf('shell')
  const navigate = useNavigate()
  const [overlay, setOverlay] = useState<Overlay>()
  const close = useCallback(() => setOverlay(undefined), [])
  const writing = useMatch('/studio/posts/:id') !== null
  useShortcut('k', () => setOverlay('palette'), { mod: true })
  useShortcut('?', () => setOverlay('help'))
  // Not in the editor: a letter typed outside its field must not leave the page.
  useShortcut('n', () => void navigate(NEW_POST), { disabled: writing })
  usePreventFileDrops()
  return (
    <div className={writing ? 'studio is-writing' : 'studio'}>
      <a className="skip-link" href="#content">
        {text.skip}
      </a>
      <Sidebar onPalette={() => setOverlay('palette')} onHelp={() => setOverlay('help')} />
      <div className="studio-main">
        <ConnectionBanner />
        <LoggedOutBanner />
        <main id="content" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <TabBar />
      {overlay === 'palette' && <Palette onClose={close} onHelp={() => setOverlay('help')} />}
      {overlay === 'help' && <HelpDialog onClose={close} />}
      <Confirm />
      <ReauthenticationDialog />
      <PageAnnouncer />
      <ScrollRestoration />
    </div>
  )
}

/** Prevents the browser from opening a file that is dropped outside a drop zone, which would leave the studio. */
function usePreventFileDrops(): void {
  useEffect(() => {
    const stay = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    addEventListener('dragover', stay)
    addEventListener('drop', stay)
    return () => {
      removeEventListener('dragover', stay)
      removeEventListener('drop', stay)
    }
  }, [])
}
