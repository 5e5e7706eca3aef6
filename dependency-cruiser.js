// The import rule: main → serve → app → {site, api} → features → transport → {cache, outbound, rendering, jobs, storage, db} →
// core → contract. No circles.
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

const below = (folder, forbidden) => ({
  name: `${folder}-imports-downwards`,
  severity: 'error',
  from: { path: `${server}${folder}/` },
  to: { path: `${server}${anyOf(forbidden)}` },
})

const TOP = ['main.ts', 'serve.ts', 'operator/', 'app.ts', 'site/', 'api/']
const FEATURE_FOLDERS = FEATURES.map(name => `${name}/`)
const LOWER = ['transport/', 'jobs/', 'storage/', 'db/']

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
      name: 'only-the-site-knows-the-website',
      severity: 'error',
      from: { path: server, pathNot: [`${server}site/`, `${server}serve[.]ts$`] },
      to: { path: '^packages/web/' },
    },
    {
      name: 'features-do-not-know-who-calls-them',
      severity: 'error',
      from: { path: `${server}${anyOf(FEATURE_FOLDERS)}` },
      to: { path: `${server}${anyOf([...TOP, 'jobs/(handlers|worker)[.]ts'])}` },
    },
    ...features,
    below('(site|api)', ['main.ts', 'serve.ts', 'operator/', 'app.ts']),
    below('site', ['api/', ...FEATURE_FOLDERS]),
    below('api', ['site/']),
    below('transport', [...TOP, ...FEATURE_FOLDERS, 'jobs/', 'storage/']),
    below('jobs', TOP),
    below('storage', [...TOP, ...FEATURE_FOLDERS, 'transport/', 'jobs/', 'db/']),
    below('db', [...TOP, ...FEATURE_FOLDERS, 'transport/', 'jobs/', 'storage/']),
    below('(cache|outbound|rendering)', [...TOP, ...FEATURE_FOLDERS, ...LOWER, 'context.ts', 'config.ts']),
    below('core', [...TOP, ...FEATURE_FOLDERS, ...LOWER, '(cache|outbound|rendering)/', 'context.ts', 'config.ts']),
  ],
  options: {
    exclude: { path: '/(test|dist)/' },
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types'] },
  },
}
