import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, posix, relative, resolve } from 'node:path'
import { TITLE_MAX_CHARACTERS } from '@galley/contract/limits'
import { joinFile } from '@galley/importers/markdown/front-matter'
import { stringify } from 'yaml'
import { usageError } from '../cli-error.ts'
import { command } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { characters } from '../folder/check-value.ts'
import { fileNameOf } from '../folder/file-names.ts'
import { openProject, PROJECT_FILE } from '../folder/project.ts'
import { replaceFile } from '../folder/replace-file.ts'
import { serverUrl } from '../server/connection.ts'

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
    if (existsSync(project)) throw usageError(`${project} already exists.`, 'Edit it, or choose another folder.')
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

export const newPost = command({
  name: 'new',
  summary: 'make a file for a new post',
  args: '"TITLE"',
  minArgs: 1,
  options: { file: { type: 'string', value: 'NAME', description: 'the file name; made from the title by default' } },
  examples: ['gly new "Rain in Kyoto"', 'gly new "京都の雨" --file rain.md'],
  async run({ args, options, cwd, output }) {
    const title = args[0] ?? ''
    if (title.trim() === '') throw usageError('The title is empty.', 'gly new "Rain in Kyoto"')
    if (characters(title) > TITLE_MAX_CHARACTERS) {
      throw usageError(`A title has at most ${TITLE_MAX_CHARACTERS} characters.`)
    }
    const project = await openProject(cwd)
    const path = posix.join(project.posts, options.file ?? fileNameOf(title))
    if (!path.endsWith('.md') || path.startsWith('..')) throw usageError(`${path} is not a .md file below the posts.`)
    const file = join(project.root, path)
    await mkdir(dirname(file), { recursive: true })
    if (!(await replaceFile(file, joinFile(postYaml(title, project.url), ''), undefined))) {
      throw usageError(`${path} already exists.`, 'Give another name with --file.')
    }
    output.printJson({ file: path })
    output.print(`made ${relative(cwd, file)}`)
    return EXIT.done
  },
})

/** Editors with YAML support check and complete files that begin with this line. */
const schemaLine = (url: string, name: string): string =>
  `# yaml-language-server: $schema=${url}/api/v1/schemas/${name}\n`

export function projectText(url: string): string {
  return `${schemaLine(url, 'galley.yaml.json')}# The server that gly push sends to.
url: ${stringify(url).trim()}
# The folder with the posts. Every .md file in it is a post.
posts: posts
# If several folders belong to one account, give each a prefix of its own.
# prefix: blog/
`
}

/** The front matter of a new post, with a comment for each usual field. */
export function postYaml(title: string, url: string | undefined): string {
  return `${url === undefined ? '' : schemaLine(url, 'front-matter.json')}title: ${stringify(title, { lineWidth: 0 }).trim()}
# draft, published, scheduled or archived
status: draft
# for status: scheduled
# scheduled_for: 2027-01-31T09:00:00+09:00
tags: []
# category: essay
# subtitle: One line below the title
# an image of this folder
# cover_image_url: ./cover.png
# a part of a series; a new name creates the series
# series: A year of rain
# series_position: 1
# for a paid post; the free part ends at <!-- paywall --> in the text
# is_paid: true
# price_jpy: 500
`
}

export const POST_TEXT = `Write here, in Markdown.

Images of the folder are uploaded: \`![What it shows](./picture.png)\`. Links to other posts are written as links to their
files: \`[another post](./another-post.md)\`.`
