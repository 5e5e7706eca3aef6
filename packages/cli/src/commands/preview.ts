import { once } from 'node:events'
import { usageError } from '../cli-error.ts'
import { command } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { openProject } from '../folder/project.ts'
import { pathToUrl } from '../preview/preview-page.ts'
import { startPreview } from '../preview/preview-server.ts'
import { openInBrowser } from '../terminal/open-in-browser.ts'

const PORT = 4321

export const preview = command({
  name: 'preview',
  summary: 'show the posts in the browser as the site would, and reload on changes',
  args: '[DIR|FILE]',
  completes: 'files',
  options: {
    port: { type: 'string', value: 'PORT', description: `${PORT} by default; 0 for any free port` },
    open: { type: 'boolean', description: 'open the browser' },
  },
  details: 'Needs no server and no log-in. Ends with Ctrl+C.',
  examples: ['gly preview --open', 'gly preview posts/hello.md'],
  async run({ args, cwd, env, options, output, signal }) {
    const project = await openProject(cwd, args[0])
    const port = Number(options.port ?? PORT)
    if (!Number.isInteger(port) || port < 0 || port > 65_535) throw usageError(`"${options.port}" is not a port.`)
    const server = await startPreview(project.root, port, error =>
      output.note(`Not all changes are noticed: reload the page yourself. (${error.message})`),
    )
    const url = server.url + (project.scope.endsWith('.md') ? pathToUrl(project.scope) : '/')
    output.printJson({ url })
    output.print(`${output.paint('cyan', url)} (Ctrl+C ends it)`)
    if (options.open && !(await openInBrowser(url, env)))
      output.note('No browser was found. Open the address yourself.')
    if (!signal.aborted) await once(signal, 'abort')
    server.close()
    return EXIT.done
  },
})
