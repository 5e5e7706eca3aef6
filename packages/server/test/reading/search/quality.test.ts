import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { publish } from '../../support/posts/public.ts'
import { indexChanges, search, titles } from '../../support/posts/search.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

/** Articles as people write them: title, text, tags. */
const ARTICLES: readonly [title: string, content: string, tags?: string[]][] = [
  [
    'はじめてのTypeScript',
    '型のあるJavaScriptです。`tsconfig.json` の `strict` を有効にし、ユニオン型と型ガードを学びます。',
    ['TypeScript', '入門'],
  ],
  [
    'ReactのuseEffectを減らす',
    '副作用は必要なときだけ。状態の同期にuseEffectを使うと再レンダリングが増え、パフォーマンスが悪化します。',
    ['React'],
  ],
  [
    'PostgreSQLのインデックス設計',
    'B-treeとGINの違い、実行計画の読み方、部分インデックスについて。クエリを速くするための基本。',
    ['PostgreSQL', 'データベース'],
  ],
  [
    '自宅で淹れるコーヒー',
    '豆の挽き方、お湯の温度、ドリップの速さ。浅煎りは90度、深煎りは85度で淹れます。',
    ['コーヒー', '暮らし'],
  ],
  [
    '京都の紅葉めぐり',
    '東福寺から永観堂まで歩きました。早朝は人が少なく、写真を撮るのに向いています。',
    ['京都', '旅行'],
  ],
  ['東京で暮らすということ', '家賃は高いけれど、図書館と公園が多い。京都から引っ越して一年がたちました。', ['暮らし']],
  ['子どもと読む絵本10冊', '寝る前の読み聞かせに選んだ本を紹介します。三歳の娘のお気に入りも。', ['絵本', '子育て']],
  [
    'サーバレスの費用を見積もる',
    'サーバーを持たない構成の料金は、リクエスト数と実行時間で決まります。月額の計算例。',
    ['AWS'],
  ],
  [
    '味噌の仕込み方',
    '大豆を一晩水につけ、やわらかく煮てつぶし、麹と塩を混ぜます。半年寝かせると食べごろです。',
    ['発酵'],
  ],
  ['睡眠の質を上げる習慣', '夜のスマートフォンをやめ、部屋を暗くする。カフェインは午後二時まで。', ['健康']],
  [
    'フリーランスの確定申告',
    '青色申告の手順と、経費にできるもの。会計ソフトの選び方とe-Taxでの提出まで。',
    ['お金', '税金'],
  ],
  ['機械学習モデルの評価', '適合率と再現率、混同行列、交差検証。データ分析の落とし穴を例で説明します。', ['AI']],
  [
    'Deploying a Node.js app with Docker',
    'A small image, a health check and zero downtime. Use a multi-stage Dockerfile and run as a non-root user.',
    ['docker', 'nodejs'],
  ],
  [
    'Sourdough for beginners',
    'Feed the starter twice a day. Bake at 250 degrees in a closed pot. The crumb tells how long it fermented.',
    ['baking'],
  ],
  [
    'What I learned from running a marathon',
    'Eighteen weeks of training, slow runs, and one wall at kilometre thirty.',
    ['running'],
  ],
  ['Modern C++ without fear', 'RAII, smart pointers and std::optional. Why `new` is rare in C++ today.', ['cpp']],
  [
    'git rebase explained',
    'Rewrite local commits with `git rebase --interactive`, and never force-push shared branches; use --force-with-lease.',
    ['git'],
  ],
  [
    'Choosing a keyboard',
    'Switches, layouts and the noise your colleagues can bear. Split keyboards helped my wrists.',
    ['ergonomics'],
  ],
  [
    'A week in Lisbon',
    'Trams, tiles and custard tarts. Stay near the river and walk up the hills in the morning.',
    ['travel'],
  ],
  [
    'Writing tests first',
    'A failing test states the guarantee. Then write the code. Tests that never failed prove nothing.',
    ['testing'],
  ],
  [
    'Next.js入門：App Routerで作るブログ',
    'Server Componentsとデータ取得、画像の最適化。OAuth 2.0でのログインも説明します。',
    ['Next.js'],
  ],
  ['ふるさと納税の限度額を計算する', '年収別の目安。積み立てや医療費控除がある年の注意。', ['お金']],
  ['金沢で食べた寿司と和菓子', '近江町市場の朝。茶屋街の大きなウィンドウからの眺め。', ['旅行']],
  [
    'Photographing the northern lights',
    'Tripod, wide lens and ten seconds. Tromsø in February, after the migration of the cranes.',
    ['photography'],
  ],
  ['シェルスクリプトの書き出し', '最初の行に `set -euo pipefail` と書く。Wi-Fiの状態も調べる。', ['bash']],
  ['釜山の三日間', '夜の市場とフェリー。宿の費用は一万円。', ['旅行', '韓国']],
  ['肉じゃがを上手に煮る', 'じゃがいもは大きめに切る。', ['料理']],
  ['Kitchen tools that last', 'One good knife, one board.', ['cooking']],
  [
    'Painting a small room',
    'Colour changes everything. Organise the brushes first, and ask in the paint shop for advice.',
    ['home'],
  ],
  ['鯖の味噌煮', '生姜を多めに入れると臭みが消える。', ['料理']],
]

/** A search, and the article that must be among the first three. */
const EXPECTED: Readonly<Record<string, string>> = {
  'TypeScript 入門': 'はじめてのTypeScript',
  ＴｙｐｅＳｃｒｉｐｔ: 'はじめてのTypeScript',
  'tsconfig.json': 'はじめてのTypeScript',
  Reactのパフォーマンス: 'ReactのuseEffectを減らす',
  useeffect: 'ReactのuseEffectを減らす',
  インデックス: 'PostgreSQLのインデックス設計',
  'postgresql gin': 'PostgreSQLのインデックス設計',
  コーヒーの淹れ方: '自宅で淹れるコーヒー',
  浅煎り: '自宅で淹れるコーヒー',
  紅葉: '京都の紅葉めぐり',
  '京都 写真': '京都の紅葉めぐり',
  東京の暮らし: '東京で暮らすということ',
  絵本: '子どもと読む絵本10冊',
  読み聞かせ: '子どもと読む絵本10冊',
  サーバー料金: 'サーバレスの費用を見積もる',
  麹: '味噌の仕込み方',
  カフェイン: '睡眠の質を上げる習慣',
  確定申告: 'フリーランスの確定申告',
  'e-Tax': 'フリーランスの確定申告',
  データ分析: '機械学習モデルの評価',
  機械学習の評価: '機械学習モデルの評価',
  'docker deploy': 'Deploying a Node.js app with Docker',
  'node.js': 'Deploying a Node.js app with Docker',
  'how to deploy node apps': 'Deploying a Node.js app with Docker',
  'sourdough starter': 'Sourdough for beginners',
  baking: 'Sourdough for beginners',
  'marathon training': 'What I learned from running a marathon',
  'c++ smart pointer': 'Modern C++ without fear',
  'std::optional': 'Modern C++ without fear',
  '--force-with-lease': 'git rebase explained',
  '"git rebase"': 'git rebase explained',
  'split keyboard': 'Choosing a keyboard',
  lisbon: 'A week in Lisbon',
  'failing tests': 'Writing tests first',
  'tag:travel': 'A week in Lisbon',
  'nextjs ブログ': 'Next.js入門：App Routerで作るブログ',
  'oauth2 ログイン': 'Next.js入門：App Routerで作るブログ',
  'ふるさと納税 計算方法': 'ふるさと納税の限度額を計算する',
  '積立 控除': 'ふるさと納税の限度額を計算する',
  '金沢 お寿司 おすすめ': '金沢で食べた寿司と和菓子',
  ウインドウ: '金沢で食べた寿司と和菓子',
  tromso: 'Photographing the northern lights',
  'migrating cranes': 'Photographing the northern lights',
  'oauth2.0 ログイン': 'Next.js入門：App Routerで作るブログ',
  'set -euo pipefail': 'シェルスクリプトの書き出し',
  wifi: 'シェルスクリプトの書き出し',
  '韓国旅行 費用': '釜山の三日間',
  '肉じゃが レシピ': '肉じゃがを上手に煮る',
  'kitchen knives': 'Kitchen tools that last',
  'room color': 'Painting a small room',
  organizing: 'Painting a small room',
  kilometers: 'What I learned from running a marathon',
  paintshop: 'Painting a small room',
  'key board layout': 'Choosing a keyboard',
  'best way to bake sourdough': 'Sourdough for beginners',
  'docker deploy error': 'Deploying a Node.js app with Docker',
  鯖味噌煮: '鯖の味噌煮',
  積立て: 'ふるさと納税の限度額を計算する',
  肉ジャガ: '肉じゃがを上手に煮る',
  '子供 絵本': '子どもと読む絵本10冊',
  '釜山 3日間': '釜山の三日間',
  絵本十冊: '子どもと読む絵本10冊',
  'B-tree GIN 違い 理由': 'PostgreSQLのインデックス設計',
  '青色申告 いつまで': 'フリーランスの確定申告',
  'keyboard alternatives': 'Choosing a keyboard',
}

let server: TestServer
before(async () => {
  server = await startTestServer()
  const { bearer } = await server.person()
  for (const [title, content, tags = []] of ARTICLES) await publish(bearer, { title, content, tags })
  await indexChanges(server)
})
after(() => server.close())

describe('the expected article is among the first three', () => {
  for (const [q, expected] of Object.entries(EXPECTED)) {
    it(q, async () => {
      const found = titles(await search(server, q, { limit: 3 }))
      assert.ok(found.includes(expected), `${q}: ${found.join(', ') || 'nothing'}`)
    })
  }
})
