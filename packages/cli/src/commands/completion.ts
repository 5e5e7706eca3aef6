import { command } from '../command.ts'
import { completionScript, SHELLS, type Shell } from '../completion.ts'
import { EXIT } from '../exit-codes.ts'

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
