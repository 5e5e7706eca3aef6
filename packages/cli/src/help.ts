import { type Command, GLOBAL_OPTIONS, type Options } from './command.ts'

export function generalHelp(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`)
  return `gly keeps a folder of Markdown files in sync with a Galley server.

Usage: gly COMMAND [OPTIONS]

Commands:
${lines.join('\n')}

gly COMMAND --help shows the options of a command, and an example.

Exit codes: 0 done, 1 errors or conflicts left, 2 wrong use, 3 not logged in or not allowed, 4 server not reached.

Start with:
  gly login https://galley.example
  gly init my-posts
`
}

export function commandHelp(command: Command): string {
  const options: Options = { ...command.options, ...GLOBAL_OPTIONS }
  const rows = Object.entries(options).map(([name, { short, value, description }]) => {
    const names = `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`
    return [names, description] as const
  })
  const width = Math.max(...rows.map(([names]) => names.length))
  const usage = ['gly', command.name, command.args, '[OPTIONS]'].filter(Boolean).join(' ')
  const examples = command.examples.map(example => `  ${example}`)
  return `${sentence(command.summary)}

Usage: ${usage}

Options:
${rows.map(([names, description]) => `  ${names.padEnd(width)}  ${description}`).join('\n')}
${command.details === undefined ? '' : `\n${command.details}\n`}
${examples.length > 1 ? 'Examples' : 'Example'}:
${examples.join('\n')}
`
}

const sentence = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1)}.`
