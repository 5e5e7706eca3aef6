import type { Language } from '../../i18n.ts'

/** Texts of the page where a program asks for access with OAuth; the others are those of `/device`. */
const en = {
  client: 'Program',
  from: (host: string) => `Its description is at ${host}.`,
  redirect: 'Afterwards',
  sentTo: (host: string) =>
    `Your browser is sent to ${host}. Approve only if that is the program that you have just used.`,
  mayDo: 'Choose what it may do',
  draftsHint: 'With the rights that are preselected it cannot change what readers see.',
  chooseOne: 'Choose at least one right, or refuse.',
  invalidTitle: 'This request cannot be answered',
  invalidText:
    'The program is not known here, or its request is not complete. Nothing was shared. Start again in the program; if it happens again, its maker must correct it.',
  continueTitle: 'Going back to the program',
  approved: 'The program has access. If nothing happens, go back to it.',
  refused: 'The program has no access. If nothing happens, go back to it.',
}

const ja: typeof en = {
  client: 'プログラム',
  from: host => `説明の掲載先：${host}`,
  redirect: 'このあと',
  sentTo: host => `ブラウザーで ${host} を開きます。今使っているプログラムのものである場合だけ許可してください。`,
  mayDo: '許可する操作を選んでください',
  draftsHint: '最初から選ばれている権限だけでは、読者に見える内容は変更できません。',
  chooseOne: '1つ以上選ぶか、「許可しない」を押してください。',
  invalidTitle: 'このリクエストは処理できません',
  invalidText:
    'プログラムが登録されていないか、リクエストに不備があります。情報は渡されていません。プログラムからやり直してください。繰り返し起きる場合は、プログラムの作者による修正が必要です。',
  continueTitle: 'プログラムに戻ります',
  approved: '許可しました。何も起こらない場合は、プログラムに戻ってください。',
  refused: '許可しませんでした。何も起こらない場合は、プログラムに戻ってください。',
}

export const oauthTexts = (language: Language): typeof en => (language === 'ja' ? ja : en)
