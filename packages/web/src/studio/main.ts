import '../styles/studio.css'
import '../styles/studio/shell.css'
import { language, loadMessages } from './i18n/language.ts'

const root = document.getElementById('studio')
if (!root) throw new Error('the page has no element with the id "studio"')

/** Inlined, because the other texts may be what could not be loaded. */
const NOT_LOADED = {
  en: ['The studio could not be loaded. Check the connection, then reload the page.', 'Reload the page'],
  ja: ['スタジオを読み込めませんでした。接続を確認して、ページを再読み込みしてください。', 'ページを再読み込み'],
} as const

// Not awaited at the top level: the chunks of the studio may import from this one.
start(root).catch(error => {
  showFailure(root)
  reportError(new Error('The studio could not be loaded.', { cause: error }))
})

async function start(root: HTMLElement): Promise<void> {
  // Texts first: some modules of the studio read them while they are loaded.
  await loadMessages()
  const { showStudio } = await import('./app.tsx')
  showStudio(root)
}

function showFailure(root: HTMLElement): void {
  const [explanation, reload] = NOT_LOADED[language]
  const text = document.createElement('p')
  text.textContent = explanation
  const button = document.createElement('button')
  button.className = 'button'
  button.textContent = reload
  button.addEventListener('click', () => location.reload())
  const box = document.createElement('div')
  box.className = 'failure'
  box.role = 'alert'
  box.append(text, button)
  root.replaceChildren(box)
}
