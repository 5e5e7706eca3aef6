import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cpuMilliseconds } from '@galley/markdown/cpu-time'
import type { ExportedPost } from './export-store.ts'
import { postFile } from './post-file.ts'

const post = (content: string): ExportedPost =>
  ({ id: '1', slug: 's', title: 'T', status: 'draft', external_id: null, content }) as ExportedPost
const imageFile = (address: string) => (/\/posts\/a\.png(?:#|$)/.test(address) ? '../images/a.png' : undefined)

describe('the file of an exported post', () => {
  it('leads to the files of images, in links, references and HTML', async () => {
    const at = 'https://x.example/posts/a.png'
    const local = '../images/a.png'
    const written = await postFile(post(`![a](${at})\n\n[a]:  ${at}\n\n<img src = "${at}"> and ${at}`), imageFile)
    assert.ok(written.endsWith(`![a](${local})\n\n[a]:  ${local}\n\n<img src = "${local}"> and ${at}\n`), written)
  })

  it('keeps code as it is written, and fragments of addresses', async () => {
    const image = '![a](https://x.example/posts/a.png)'
    const content = `\`${image}\` ![b](https://x.example/posts/a.png#b)\n\n\`\`\`\n${image}\n\`\`\`\n\n    ${image}`
    const written = await postFile(post(content), imageFile)
    assert.ok(written.endsWith(`${content.replace('https://x.example/posts/a.png#b', '../images/a.png#b')}\n`), written)
  })

  it('is written quickly for a text with many spaces', async () => {
    const started = cpuMilliseconds()
    await postFile(post(`/posts/${' '.repeat(300_000)}`), imageFile)
    assert.ok(cpuMilliseconds() - started < 5000)
  })
})
