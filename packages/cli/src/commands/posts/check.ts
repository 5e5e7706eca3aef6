import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { command } from '../../command.ts'
import { EXIT } from '../../exit-codes.ts'
import { checkImages } from '../../folder/check-images.ts'
import { count, printFaults } from '../../folder/fault.ts'
import { readFolder } from '../../folder/folder.ts'
import { inScope, openProject } from '../../folder/project.ts'
import { checkRendering, printWarnings } from '../../folder/rendering-limits.ts'

export const check = command({
  name: 'check',
  summary: 'find faults in the files, without the network',
  args: '[DIR|FILE]',
  completes: 'files',
  details: `Checks the fields, limits, dates and prices of every post, links between files, images and ids.
Each fault has its file, line and fix. The exit code is 1 if there is one. A warning names a text that is too long or\nnested too deeply to be shown with its formatting.`,
  examples: ['gly check', 'gly check posts/hello.md --json'],
  async run({ args, cwd, output }) {
    const project = await openProject(cwd, args[0])
    const folder = await readFolder(project)
    const all = [...folder.faults, ...(await checkImages(folder))]
    const faults = all.filter(fault => fault.file === 'galley.yaml' || inScope(project, fault.file))
    const posts = folder.posts.filter(({ path }) => inScope(project, path))
    const files = posts.length
    const warnings = await checkRendering(posts)
    output.printJson({ files, faults, warnings })
    printWarnings(output, warnings)
    printFaults(output, faults)
    if (faults.length === 0) output.print(`${count(files, 'post')}, no faults.`)
    else output.print(`\n${count(faults.length, 'fault')} in ${count(files, 'post')}.`)
    if (!existsSync(join(project.root, project.posts))) {
      output.print(
        `The folder ${project.posts} does not exist. Write a post with gly new, or correct posts in galley.yaml.`,
      )
    }
    return faults.length === 0 ? EXIT.done : EXIT.faults
  },
})
