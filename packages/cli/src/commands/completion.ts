import { usageError } from '../cli-error.ts'
import { type Command, command, GLOBAL_OPTIONS, type Option } from '../command.ts'
import { EXIT } from '../exit-codes.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

export const completion = command({
  name: 'completion',
  summary: 'print a script that completes commands in your shell',
  args: SHELLS.join('|'),
  minArgs: 1,
  completes: SHELLS,
  examples: [
    'gly completion bash > ~/.local/share/bash-completion/completions/gly',
    'gly completion zsh > ~/.zfunc/_gly',
    'gly completion fish > ~/.config/fish/completions/gly.fish',
  ],
  async run({ args, output, commands }) {
    output.printRaw(completionScript(args[0] as Shell, commands))
    return EXIT.done
  },
})

export function completionScript(shell: Shell, commands: readonly Command[]): string {
  if (shell === 'bash') return bash(commands)
  if (shell === 'zsh') return zsh(commands)
  if (shell === 'fish') return fish(commands)
  throw usageError(`There is no completion for "${shell}".`, `Use one of: ${SHELLS.join(', ')}.`)
}

const optionsOf = (command: Command) => Object.entries<Option>({ ...command.options, ...GLOBAL_OPTIONS })
const wordsOf = ({ completes }: Command): readonly string[] => (Array.isArray(completes) ? completes : [])
const quoted = (text: string): string => text.replaceAll("'", '’')

function bash(commands: readonly Command[]): string {
  const cases = commands.map(command => {
    const words = [...optionsOf(command).map(([name]) => `--${name}`), ...wordsOf(command)]
    const files = command.completes === 'files' ? ' $(compgen -f -- "$word")' : ''
    return `    ${command.name}) COMPREPLY=($(compgen -W '${words.join(' ')}' -- "$word")${files}) ;;`
  })
  return `_gly() {
  local word="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')}' -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
}
complete -F _gly gly
`
}

function zsh(commands: readonly Command[]): string {
  const list = commands.map(({ name, summary }) => `    '${name}:${quoted(summary)}'`)
  const cases = commands.map(command => {
    const options = optionsOf(command).map(
      ([name, { description, value }]) =>
        `'--${name}[${quoted(description).replaceAll(/[[\]]/g, '')}]${value ? `:${value}:` : ''}'`,
    )
    const words = wordsOf(command)
    if (command.completes === 'files') options.push("'*:file:_files'")
    else if (words.length > 0) options.push(`'1:value:(${words.join(' ')})'`)
    return `    ${command.name}) _arguments ${options.join(' ')} ;;`
  })
  return `#compdef gly
_gly() {
  local -a commands=(
${list.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local name=$words[2]
  shift words
  (( CURRENT-- ))
  case $name in
${cases.join('\n')}
  esac
}
# A file in fpath is the body of the function; otherwise the script is read as a whole.
if [[ $funcstack[1] == _gly ]]; then _gly "$@"; else compdef _gly gly; fi
`
}

function fish(commands: readonly Command[]): string {
  const lines = ['complete -c gly -f']
  for (const command of commands) {
    const { name, summary } = command
    lines.push(`complete -c gly -n __fish_use_subcommand -a ${name} -d '${quoted(summary)}'`)
    const when = `-n '__fish_seen_subcommand_from ${name}'`
    if (command.completes === 'files') lines.push(`complete -c gly ${when} -F`)
    const words = wordsOf(command)
    if (words.length > 0) lines.push(`complete -c gly ${when} -a '${words.join(' ')}'`)
    for (const [option, { description, value }] of optionsOf(command)) {
      lines.push(`complete -c gly ${when} -l ${option}${value ? ' -r' : ''} -d '${quoted(description)}'`)
    }
  }
  return `${lines.join('\n')}\n`
}
