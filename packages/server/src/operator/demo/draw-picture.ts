import { hash } from 'node:crypto'
import type { ImageSize } from '@galley/contract/writing/image-names'
import { loadSharp } from '../../writing/uploads/images/decode-image.ts'

/** Background, three shapes, and an accent. */
const PALETTES = [
  ['#f3e9dc', '#c08552', '#895737', '#5e3023', '#f2b880'],
  ['#e8f1f2', '#6fa8b5', '#2c6e7f', '#13293d', '#f4a259'],
  ['#f1f0ea', '#9bb292', '#5b8266', '#294936', '#e4b363'],
  ['#f6e7e6', '#d98c8c', '#a23e48', '#4b1d3f', '#ffc971'],
  ['#ecebf4', '#9a95c9', '#5c5699', '#27213c', '#f7b2ad'],
  ['#eef4e3', '#b7c68b', '#7a8b4f', '#3d4a24', '#e07a5f'],
  ['#fdf3e1', '#eeb868', '#d1782c', '#6b2d0f', '#49a078'],
  ['#e6eef8', '#8eb1e2', '#4a6fa5', '#1f3252', '#ffd166'],
] as const

type Palette = (typeof PALETTES)[number]
type Random = () => number

/** Draws a picture; the same arguments give the same picture. */
export async function drawPicture(
  name: string,
  { palette, motif }: { palette: number; motif: number },
  size: ImageSize,
): Promise<Buffer> {
  const random = randomOf(name)
  const colours = PALETTES[palette % PALETTES.length] as Palette
  const draw = MOTIFS[motif % MOTIFS.length] as Motif
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}"><rect width="100%" height="100%" fill="${colours[0]}"/>${draw(random, colours, size)}</svg>`
  const sharp = await loadSharp()
  return sharp(Buffer.from(svg)).webp({ quality: 80, effort: 2 }).toBuffer()
}

type Motif = (random: Random, colours: Palette, size: ImageSize) => string

const MOTIFS: readonly Motif[] = [
  // A sun above hills.
  (random, [, ...fills], { width, height }) => {
    const sun = circle(width * (0.2 + 0.6 * random()), height * (0.25 + 0.15 * random()), height * 0.14, fills[3])
    const hills = [0, 1, 2].map(i => {
      const top = height * (0.45 + 0.18 * i)
      const [a, b] = [top - height * 0.2 * random(), top + height * 0.15 * random()]
      const curve = `C${width * 0.3} ${a} ${width * 0.6} ${b} ${width} ${top - height * 0.1 * random()}`
      return `<path d="M0 ${top}${curve}V${height}H0z" fill="${fills[i]}"/>`
    })
    return sun + hills.join('')
  },
  // Circles in rows.
  (random, [, ...fills], { width, height }) => {
    const step = height / 5
    let shapes = ''
    for (let y = step / 2; y < height; y += step) {
      for (let x = step / 2; x < width; x += step) {
        const fill = fills[Math.floor(random() ** 2 * fills.length)] ?? fills[0]
        shapes += circle(x, y, step * (0.12 + 0.34 * random()), fill)
      }
    }
    return shapes
  },
  // Overlapping sheets of paper.
  (random, [, ...fills], { width, height }) =>
    [0, 1, 2, 3]
      .map(i => {
        const [w, h] = [width * (0.25 + 0.2 * random()), height * (0.45 + 0.3 * random())]
        const [x, y] = [width * (0.08 + 0.2 * i), height * (0.1 + 0.2 * random())]
        const turn = Math.round(24 * random() - 12)
        return `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${height * 0.02}" fill="${fills[i]}" fill-opacity="0.92" transform="rotate(${turn} ${x + w / 2} ${y + h / 2})"/>`
      })
      .join(''),
  // Waves.
  (random, [, ...fills], { width, height }) =>
    [0, 1, 2, 3, 4, 5]
      .map(i => {
        const y = height * (0.18 + 0.13 * i)
        const rise = height * (0.05 + 0.1 * random())
        const line = `M0 ${y}Q${width * 0.25} ${y - rise} ${width * 0.5} ${y}T${width} ${y}`
        return `<path d="${line}" fill="none" stroke="${fills[i % fills.length]}" stroke-width="${height * (0.03 + 0.04 * random())}" stroke-linecap="round"/>`
      })
      .join(''),
]

const circle = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`

/** A sequence of numbers from 0 to 1 that depends on the name only. */
export function randomOf(name: string): Random {
  let state = hash('sha256', name, 'buffer').readUInt32BE()
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
