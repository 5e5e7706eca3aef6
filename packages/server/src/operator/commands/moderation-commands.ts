import { REPORT_OUTCOMES } from '@galley/contract/moderation'
import { HideContent } from '@galley/contract/schemas/moderation'
import { Command, Option } from 'commander'
import { OPERATOR } from '../../identity/audit/record-action.ts'
import { listAudit } from '../../moderation/audit-store.ts'
import { findModeratedPost } from '../../moderation/content-store.ts'
import { hideComment, unhideComment } from '../../moderation/hide-comment.ts'
import { hidePost, unhidePost } from '../../moderation/hide-post.ts'
import {
  adminCommentView,
  adminPostDetailView,
  adminPostView,
  auditView,
  reportView,
} from '../../moderation/moderation-view.ts'
import { listReports } from '../../moderation/reports/report-store.ts'
import { resolveReport } from '../../moderation/reports/resolve-report.ts'
import type { AppContext } from '../../platform/context.ts'
import { AppError, rejectIssues } from '../../platform/core/errors.ts'
import { canonicalId } from '../../platform/core/ids.ts'
import { checkBody } from '../../platform/core/schema-check.ts'
import { databaseCommand, type Options, paged, pageOf } from '../command.ts'

const checkHide = checkBody(HideContent)
const REASON = '--reason <text>'

type Hide = (context: AppContext, id: string, reason: string) => Promise<Readonly<Record<string, unknown>>>
type Restore = (context: AppContext, id: string, reason: string | null) => Promise<Readonly<Record<string, unknown>>>

/** The two commands that posts and comments have in common. */
function hideAndRestore(what: 'post' | 'comment', hide: Hide, restore: Restore): Command[] {
  return [
    databaseCommand(
      'hide <id>',
      `hide a ${what} from all readers; its author sees the reason`,
      async (context, [id = ''], options, output) => {
        const reason = String(options['reason'])
        rejectIssues(checkHide({ reason }))
        output.result(`The ${what} is hidden.`, await hide(context, canonicalId(id), reason))
      },
    ).requiredOption(REASON, 'why; shown to the author and recorded'),
    databaseCommand('restore <id>', `show a hidden ${what} again`, async (context, [id = ''], options, output) => {
      output.result(`The ${what} is no longer hidden.`, await restore(context, canonicalId(id), reasonOf(options)))
    }).option(REASON, 'why; recorded'),
  ]
}

export function postCommands(): Command {
  const posts = new Command('posts').description('show posts, hide them from readers and show them again')
  const [hide, restore] = hideAndRestore(
    'post',
    async (context, id, reason) => adminPostView(await hidePost(context, OPERATOR, id, reason), context.settings),
    async (context, id, reason) => adminPostView(await unhidePost(context, OPERATOR, id, reason), context.settings),
  )
  const show = databaseCommand(
    'show <id>',
    'show a published or hidden post with its text',
    async (context, [id = ''], _options, output) => {
      const post = await findModeratedPost(context.db, canonicalId(id))
      if (post === undefined) throw new AppError('NOT_FOUND', 'There is no published or hidden post with this id.')
      output.result(post.title, adminPostDetailView(post, context.settings))
    },
  )
  for (const command of [show, hide, restore]) if (command !== undefined) posts.addCommand(command)
  return posts
}

export function commentCommands(): Command {
  const comments = new Command('comments').description('hide comments from readers and show them again')
  const commands = hideAndRestore(
    'comment',
    async (context, id, reason) => adminCommentView(await hideComment(context, OPERATOR, id, reason), context.settings),
    async (context, id, reason) =>
      adminCommentView(await unhideComment(context, OPERATOR, id, reason), context.settings),
  )
  for (const command of commands) comments.addCommand(command)
  return comments
}

export function reportCommands(): Command {
  const reports = new Command('reports').description('list the reports of readers and resolve them')
  reports.addCommand(
    paged(
      databaseCommand('list', 'list reports, newest first', async (context, _args, options, output) => {
        const status = options['resolved'] ? 'resolved' : 'open'
        const { reports } = await listReports(context.db, { status, ...pageOf(options) })
        output.rows(
          'reports',
          reports.map(report => {
            const { id, reason, note, created_at, target, reporter, outcome } = reportView(report, context.settings)
            const { type, id: target_id, url, text } = target
            return { id, reason, note, type, target_id, url, text, reporter: reporter.username, outcome, created_at }
          }),
          'There are no reports.',
        )
      }).option('--resolved', 'list the resolved ones'),
    ),
  )
  reports.addCommand(
    databaseCommand(
      'resolve <id>',
      'resolve a report and all others about the same content',
      async (context, [id = ''], options, output) => {
        const outcome = REPORT_OUTCOMES.find(name => name === options['outcome']) ?? 'dismissed'
        const report = await resolveReport(context, OPERATOR, canonicalId(id), outcome, reasonOf(options))
        output.result('The report is resolved.', reportView(report, context.settings))
      },
    )
      .addOption(new Option('--outcome <outcome>', 'what was decided').choices(REPORT_OUTCOMES).default('dismissed'))
      .option(REASON, 'why; recorded'),
  )
  return reports
}

export function auditCommands(): Command {
  const audit = new Command('audit').description('list what admins and operators did')
  audit.addCommand(
    paged(
      databaseCommand('list', 'list actions, newest first', async (context, _args, options, output) => {
        const { entries } = await listAudit(context.db, pageOf(options))
        output.rows(
          'entries',
          entries.map(entry => {
            const { target, ...rest } = auditView(entry)
            return { ...rest, target_id: target.id, label: target.label }
          }),
          'Nothing was recorded yet.',
        )
      }),
    ),
  )
  return audit
}

const reasonOf = (options: Options): string | null => (options['reason'] ? String(options['reason']) : null)
