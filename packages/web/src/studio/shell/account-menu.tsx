import { useNavigate } from 'react-router'
import { client } from '../client.ts'
import { chooseLanguage, LANGUAGE_CODES, LANGUAGES, type Language, language, textOf } from '../i18n/language.ts'
import { ADMIN } from '../navigation.ts'
import { useMe } from '../session/use-me.ts'
import { chooseTheme, THEMES, type Theme, useTheme } from '../theme.ts'
import { Menu } from '../ui/overlays/menu.tsx'
import { useAction } from '../ui/use-action.ts'

/** The logged-in user, and settings that concern the user. */
export function AccountMenu() {
  const text = textOf('shell')
  const me = useMe()
  const navigate = useNavigate()
  const logOut = useAction({
    call: () => client.session.logOut(),
    toastsError: true,
    onSuccess: () => location.assign('/'),
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
          // A phone shows this menu, but not the sidebar.
          ...(me.role === 'admin'
            ? [{ label: text.admin, icon: 'key' as const, onSelect: () => void navigate(ADMIN) }]
            : []),
          {
            label: text.language,
            value: language,
            options: LANGUAGE_CODES.map(code => ({ value: code, label: LANGUAGES[code].name, lang: code })),
            onChoose: value => chooseLanguage(value as Language),
          },
          {
            label: text.theme,
            value: useTheme(),
            options: THEMES.map(value => ({ value, label: text.themes[value] })),
            onChoose: value => chooseTheme(value as Theme),
          },
          { label: text.logOut, onSelect: () => logOut.mutate() },
        ]}
      />
    </div>
  )
}
