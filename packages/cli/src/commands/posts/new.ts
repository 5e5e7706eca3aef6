import { mkdir } from 'node:fs/promises'
import { dirname, join, posix, relative } from 'node:path'
import { TITLE_MAX_CHARACTERS } from '@galley/contract/limits'
import { joinFile } from '@galley/importers/markdown/front-matter'
import { wrongUse } from '../../cli-error.ts'
import { command } from '../../command.ts'
import { EXIT } from '../../exit-codes.ts'
import { characters } from '../../folder/check-value.ts'
import { fileNameOf, postYaml } from '../../folder/new-files.ts'
import { openProject } from '../../folder/project.ts'
import { replaceFile } from '../../folder/replace-file.ts'

export const newPost = command({
  name: 'new',
  summary: 'make a file for a new post',
  args: '"TITLE"',
  minArgs: 1,
  options: { file: { type: 'string', value: 'NAME', description: 'the file name; made from the title by default' } },
  examples: ['gly new "Rain in Kyoto"', 'gly new "京都の雨" --file rain.md'],
  async run({ args, options, cwd, output }) {
    const title = args[0] ?? ''
    if (title.trim() === '') throw wrongUse('The title is empty.', 'gly new "Rain in Kyoto"')
    if (characters(title) > TITLE_MAX_CHARACTERS) {
      throw wrongUse(`A title has at most ${TITLE_MAX_CHARACTERS} characters.`)
    }
    const project = await openProject(cwd)
    const path = posix.join(project.posts, options.file ?? fileNameOf(title))
    if (!path.endsWith('.md') || path.startsWith('..')) throw wrongUse(`${path} is not a .md file below the posts.`)
    const file = join(project.root, path)
    await mkdir(dirname(file), { recursive: true })
    if (!(await replaceFile(file, joinFile(postYaml(title, project.url), ''), undefined))) {
      throw wrongUse(`${path} already exists.`, 'Give another name with --file.')
    }
    output.printJson({ file: path })
    output.print(`made ${relative(cwd, file)}`)
    return EXIT.done
  },
})
