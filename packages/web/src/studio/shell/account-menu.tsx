import { useMutation } from '@tanstack/react-query'
import { client } from '../client.ts'
import { describeError } from '../errors/describe-error.ts'
import { chooseLanguage, language, useText } from '../i18n/language.ts'
import { shellText } from '../i18n/shell.ts'
import { useMe } from '../session/use-me.ts'
import { chooseTheme, THEMES } from '../theme.ts'
import { Menu } from '../ui/menu.tsx'
import { useToast } from '../ui/toast.tsx'

/** Who is logged in, and what concerns the person rather than a page. */
export function AccountMenu() {
  const text = useText(shellText)
  const me = useMe()
  const toast = useToast()
  const logOut = useMutation({
    mutationFn: () => client.session.logOut(),
    onSuccess: () => location.assign('/'),
    onError: error => toast(describeError(error), { tone: 'bad' }),
  })
  return (
    <div className="account">
      <div className="account-name">
        <strong>{me.display_name}</strong>
        <span>
          @{me.username} · {text.plans[me.subscription_plan]}
        </span>
      </div>
      <Menu
        label={text.account(me.display_name)}
        icon="person"
        items={[
          { label: text.profile, icon: 'external', onSelect: () => location.assign(`/@${me.username}`) },
          { label: text.switchLanguage, onSelect: () => chooseLanguage(language === 'ja' ? 'en' : 'ja') },
          ...THEMES.map(theme => ({ label: text.themeChoice(text.themes[theme]), onSelect: () => chooseTheme(theme) })),
          { label: text.logOut, onSelect: () => logOut.mutate() },
        ]}
      />
    </div>
  )
}
