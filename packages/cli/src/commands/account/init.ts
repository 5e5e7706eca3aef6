import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { joinFile } from '@galley/importers/markdown/front-matter'
import { wrongUse } from '../../cli-error.ts'
import { command } from '../../command.ts'
import { EXIT } from '../../exit-codes.ts'
import { POST_TEXT, postYaml, projectText } from '../../folder/new-files.ts'
import { PROJECT_FILE } from '../../folder/project.ts'
import { serverUrl } from '../../server/connection.ts'

export const init = command({
  name: 'init',
  summary: 'make a folder for posts, with galley.yaml and a first post',
  args: '[DIR]',
  completes: 'files',
  details: 'The server is that of --url, GALLEY_URL, or the latest gly login.',
  examples: ['gly init my-posts', 'gly init --url https://galley.example'],
  async run({ args, cwd, env, options, output }) {
    const folder = resolve(cwd, args[0] ?? '.')
    const project = join(folder, PROJECT_FILE)
    if (existsSync(project)) throw wrongUse(`${project} already exists.`, 'Edit it, or choose another folder.')
    const url = await serverUrl({ env, options }).catch(() => 'https://galley.example')
    const files: string[] = []
    const write = async (name: string, text: string) => {
      const file = join(folder, name)
      if (existsSync(file)) return
      await writeFile(file, text)
      files.push(relative(cwd, file))
    }
    await mkdir(join(folder, 'posts'), { recursive: true })
    await write(PROJECT_FILE, projectText(url))
    await write('posts/hello.md', joinFile(postYaml('Hello', url), POST_TEXT))
    output.printJson({ folder, url, files })
    for (const file of files) output.print(`made ${file}`)
    const enter = folder === cwd ? '' : `cd ${args[0]}, `
    output.print(`\nNext: ${enter}write in posts/, then gly check, then gly push.`)
    return EXIT.done
  },
})
