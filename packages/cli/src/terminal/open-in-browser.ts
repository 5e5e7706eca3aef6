import { spawn } from 'node:child_process'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Opens a web page in the browser. False if there is no browser, or if the address is not a web page: a server names the
 * address, and the program that opens it would also start files. The address must be printed anyway.
 */
export function openInBrowser(url: string, env: Environment): Promise<boolean> {
  const [program, ...args] = openerOf(env)
  if (program === undefined || !/^https?:\/\//i.test(url)) return Promise.resolve(false)
  return new Promise(resolve => {
    const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true })
    child.on('error', () => resolve(false))
    child.on('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}

function openerOf(env: Environment): string[] {
  if (env['BROWSER'] !== undefined) return env['BROWSER'] === '' || env['BROWSER'] === 'none' ? [] : [env['BROWSER']]
  if (process.platform === 'darwin') return ['open']
  // `start` of the shell would interpret characters of the address.
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open'] : []
}
