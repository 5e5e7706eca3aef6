// The import rule: main → serve → {http, jobs/worker} → features → {jobs, storage, db} → core → contract. No circles.
// Which feature may know which other one: the table ALLOWED.
const server = '^packages/server/src/'
const FEATURES = ['accounts', 'tokens', 'posts', 'uploads', 'webhooks', 'public', 'engagement', 'salons']
const ALLOWED = {
  accounts: [],
  tokens: ['accounts'],
  posts: ['accounts', 'salons', 'uploads', 'webhooks'],
  uploads: ['accounts'],
  webhooks: ['accounts'],
  public: ['accounts', 'engagement', 'posts'],
  engagement: ['accounts', 'posts'],
  salons: ['accounts'],
}
const anyOf = names => `(${names.join('|')})`

const features = FEATURES.map(name => ({
  name: `${name}-imports-its-neighbours`,
  comment: `${name} may import ${ALLOWED[name].join(', ') || 'no other feature'}`,
  severity: 'error',
  from: { path: `${server}${name}/` },
  to: { path: `${server}${anyOf(FEATURES)}/`, pathNot: `${server}${anyOf([name, ...ALLOWED[name]])}/` },
}))

const below = (room, forbidden) => ({
  name: `${room}-imports-downwards`,
  severity: 'error',
  from: { path: `${server}${room}/` },
  to: { path: `${server}${anyOf(forbidden)}` },
})

const TOP = ['main.ts', 'serve.ts', 'operator/', 'http/']
const FEATURE_ROOMS = FEATURES.map(name => `${name}/`)

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'contract-stands-alone',
      comment: 'the contract imports nothing but typebox',
      severity: 'error',
      from: { path: '^packages/contract/src/', pathNot: '[.]test[.]ts$' },
      to: { pathNot: ['^packages/contract/src/', '^node_modules/typebox/'] },
    },
    {
      name: 'contract-values-are-plain',
      comment: 'browser code imports limits and names without the library that the schemas are made with',
      severity: 'error',
      from: { path: '^packages/contract/src/values/' },
      to: { pathNot: '^packages/contract/src/values/' },
    },
    {
      name: 'web-has-no-schemas',
      comment: 'the website takes values from the contract and types of records from the SDK',
      severity: 'error',
      from: { path: '^packages/web/src/' },
      to: { path: ['^packages/contract/src/(?!values/)', '^node_modules/typebox/'] },
    },
    {
      name: 'client-stands-alone',
      comment: 'the SDK is published without dependencies; what it needs of the contract is generated',
      severity: 'error',
      from: { path: '^packages/client/src/' },
      to: { pathNot: ['^packages/client/src/'] },
    },
    {
      name: 'markdown-stands-alone',
      severity: 'error',
      from: { path: '^packages/markdown/src/' },
      to: { path: '^packages/(?!markdown/)' },
    },
    {
      name: 'web-talks-through-the-client',
      comment: 'the website uses the API like anyone else; the studio shares the one rule of where a free part ends',
      severity: 'error',
      from: { path: '^packages/web/src/' },
      to: { path: '^packages/(server|markdown)/', pathNot: '^packages/markdown/src/paywall[.]ts$' },
    },
    {
      name: 'only-http-knows-the-website',
      severity: 'error',
      from: { path: server, pathNot: [`${server}http/`, `${server}serve[.]ts$`] },
      to: { path: '^packages/web/' },
    },
    {
      name: 'features-do-not-know-who-calls-them',
      severity: 'error',
      from: { path: `${server}${anyOf(FEATURE_ROOMS)}` },
      to: { path: `${server}${anyOf([...TOP, 'jobs/(handlers|worker)[.]ts'])}` },
    },
    ...features,
    below('http', ['main.ts', 'serve.ts', 'operator/']),
    below('jobs', TOP),
    below('storage', [...TOP, ...FEATURE_ROOMS, 'jobs/', 'db/']),
    below('db', [...TOP, ...FEATURE_ROOMS, 'jobs/', 'storage/']),
    below('rendering', [...TOP, ...FEATURE_ROOMS, 'jobs/', 'storage/', 'db/', 'context.ts', 'config.ts']),
    below('core', [...TOP, ...FEATURE_ROOMS, 'jobs/', 'storage/', 'db/', 'rendering/', 'context.ts', 'config.ts']),
  ],
  options: {
    exclude: { path: '/(test|dist)/' },
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types'] },
  },
}
