/** Texts in Japanese and English whose words are as unequally frequent as those of real articles (Zipf's law). */
export interface CorpusPost {
  readonly title: string
  readonly content: string
}

const KANJI =
  '日一国人年大十二本中長出三時行見月分後前生五間上東四今金九入学高円子外八六下来気小七山話女北午百書先名川千水半男西電校語土木聞食車何南万毎白天母火右読友左休父雨会社事自業者発地方新場員立開手力問代明動京通言理体田主題意不作用度強公持野以思家世多正安院心界教文元重近考画海売知道集別物使品計死特私始朝運終台広住無真有口少町料工建空急止送切転研足究楽起着店病質待試族銀早映親験英医仕去味写字答夜音注帰古歌買悪図週室歩風紙黒花春赤青館屋色走秋夏習駅洋旅服夕借曜飲肉貸堂鳥飯勉冬昼茶弟牛魚兄犬妹姉漢'
const SYLLABLES =
  'ア イ カ キ ク ケ コ サ シ ス セ ソ タ チ ツ テ ト ナ ニ ネ ノ ハ ヒ フ マ ミ ム メ モ ラ リ ル レ ロ ン ー ッ ド ブ グ プ ジ'.split(
    ' ',
  )
const JOINTS =
  'の を に は が で と も から まで について という ための です。 ます。 した。 している。 ことがある。 、 では、 そして、 しかし、'.split(
    ' ',
  )
const COMMON =
  'the of and to a in is that it was for on are as with they be at one have this from or had by but some what there we can out other were all your when up use how said an each she which do their time if will way about many then them would write like so these her long make thing see him two has look more day could go come did'.split(
    ' ',
  )
const PARTS = 'ba co di fe ga hi jo ka lu me no pra qui ro ste tri un ver wa xi yo za ment tion ing al er ist'.split(
  ' ',
)

const KANJI_LIST = [...KANJI]

const JAPANESE_WORDS = 30_000
const ENGLISH_WORDS = 40_000

/** One in this many posts has a word that no other post has. */
export const RARE_EVERY = 5000

export function corpusPost(n: number): CorpusPost {
  const random = generator(n)
  const isJapanese = n % 5 < 3
  const word = isJapanese ? japaneseWord : englishWord
  const join = isJapanese ? '' : ' '
  const title = Array.from({ length: isJapanese ? 4 : 6 }, () => word(random)).join(join)
  const paragraphs = Array.from({ length: 4 + Math.floor(random() * 8) }, () => {
    const words = Array.from({ length: isJapanese ? 45 : 60 }, () => word(random))
    return isJapanese ? words.map(each => each + pick(JOINTS, random())).join('') : `${words.join(' ')}.`
  })
  const rare = n % RARE_EVERY === 0 ? `\n\n希少語 rarissimum-${n}` : ''
  return { title: title.slice(0, 90), content: `## ${word(random)}\n\n${paragraphs.join('\n\n')}${rare}` }
}

/** Rank 1 is the most frequent word. */
const rankOf = (random: () => number, words: number): number => Math.floor(words ** random())

function japaneseWord(random: () => number): string {
  const rank = rankOf(random, JAPANESE_WORDS)
  const own = generator(rank * 7919)
  if (rank % 3 === 0) return Array.from({ length: 2 + Math.floor(own() * 4) }, () => pick(SYLLABLES, own())).join('')
  return pick(KANJI_LIST, own()) + pick(KANJI_LIST, own())
}

function englishWord(random: () => number): string {
  const rank = rankOf(random, ENGLISH_WORDS)
  const common = COMMON[rank - 1]
  if (common !== undefined) return common
  const own = generator(rank * 104_729)
  return Array.from({ length: 2 + Math.floor(own() * 3) }, () => pick(PARTS, own())).join('')
}

const pick = (from: readonly string[], random: number): string => from[Math.floor(random * from.length)] ?? ''

/** Mulberry32: the same numbers in every run. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
