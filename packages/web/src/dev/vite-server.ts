import type { Server } from 'node:http'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { createServer, type Plugin, type ViteDevServer as ViteServer } from 'vite'
import { BASE, ENTRY_OF, SERVER_CHANGED } from './dev-assets.ts'

export type { ViteServer }

const WEB = join(import.meta.dirname, '../..')
const ROOT = join(WEB, '../..')

/** The first module of each page. With `import.meta.hot`, Vite loads its client, which receives the changes. */
const ENTRIES: Readonly<Record<string, string>> = {
  [ENTRY_OF.site]: `import '/src/islands/main.ts'
import.meta.hot.on('${SERVER_CHANGED}', () => location.reload())`,
  // The studio keeps its state, such as a text that is not saved yet.
  [ENTRY_OF.studio]: `import '@vitejs/plugin-react/preamble'
import '/src/studio/main.ts'
import.meta.hot.on('${SERVER_CHANGED}', () => console.info('The server was restarted.'))`,
}

function entries(): Plugin {
  return {
    name: 'galley-dev-entries',
    resolveId: id => (id in ENTRIES ? id : undefined),
    load: id => ENTRIES[id],
  }
}

/** Serves the browser code from its sources below `/assets/`, with hot reload over a WebSocket of `server`. */
export function createViteServer(server: Server, publicUrl: URL): Promise<ViteServer> {
  return createServer({
    configFile: false,
    envDir: false,
    root: WEB,
    base: BASE,
    publicDir: false,
    appType: 'custom',
    logLevel: 'warn',
    clearScreen: false,
    cacheDir: join(ROOT, 'node_modules/.cache/vite'),
    plugins: [react(), entries()],
    // Dependencies are found before the first page is opened. Otherwise Vite would find them later and reload the page.
    optimizeDeps: { entries: ['src/islands/main.ts', 'src/studio/main.ts'] },
    server: {
      middlewareMode: { server },
      ws: { server },
      allowedHosts: [publicUrl.hostname],
      // Other folders contain data and secrets.
      fs: { allow: [join(ROOT, 'packages'), join(ROOT, 'node_modules')] },
    },
  })
}
