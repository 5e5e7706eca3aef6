import type { Profile } from '@galley/client'
import { imageAddress } from '../../document/image-address.ts'
import { openGraph } from '../../document/open-graph.ts'
import { structuredData } from '../../document/structured-data.ts'
import { notFoundPage } from '../../error-pages.ts'
import { formatCount, formatNumber } from '../../format.ts'
import { type Html, html } from '../../html.ts'
import { page } from '../../layout.ts'
import { reportLink } from '../../moderation/report-link.ts'
import type { PageRequest } from '../../page-request.ts'
import { avatar } from '../../parts/avatar.ts'
import { followForm } from '../../parts/follow-form.ts'
import { emptyList } from '../../parts/post-list.ts'
import { verifiedBadge } from '../../parts/verified-badge.ts'
import { profilePath } from '../../paths.ts'
import { redirect } from '../../respond.ts'
import type { Params } from '../../router.ts'
import type { SiteResponse } from '../../site-request.ts'
import { languageOf } from '../../texts.ts'
import { readListing, showList } from '../pages/post-list-page.ts'
import { seriesOfAuthor } from '../series/series-of-author.ts'

export async function profilePage(request: PageRequest, { username = '' }: Params): Promise<SiteResponse> {
  const { pages, site, t, language } = request
  const asked = readListing(request.url)
  if (asked === undefined) return notFoundPage(request)
  const { current, sort, limit, offset } = asked
  const [reader, { profile, series, list }] = await Promise.all([
    request.readReader({ username }),
    pages.profile(username, { sort, limit, offset }),
  ])
  const readerState = reader?.user ?? null
  const path = profilePath(profile.username)
  if (profile.username !== username) return redirect(path + request.url.search, 301)
  const listed = showList(request, { path, ofOneAuthor: true }, list)
  if (listed === undefined) return notFoundPage(request)
  const image = imageAddress(site, profile.avatar_url)
  const description = profile.bio || t.profileText(profile.display_name)
  const url = site.publicUrl.origin + path
  return page(request, {
    title: `${profile.display_name} (@${profile.username})`,
    description,
    canonical: listed.canonical,
    feed: { href: `${path}/feed.xml`, title: profile.display_name },
    head: html`${openGraph(request, { type: 'profile', title: profile.display_name, description, path, language, image })}
<meta property="profile:username" content="${profile.username}">
${structuredData({
  '@context': 'https://schema.org',
  '@type': 'ProfilePage',
  mainEntity: {
    '@type': 'Person',
    name: profile.display_name,
    alternateName: profile.username,
    url,
    ...(profile.bio && { description: profile.bio }),
    ...(image !== null && { image }),
  },
})}`,
    main: html`<div class="column">
${profileHead(request, profile, readerState)}
${current === 1 && series.length > 0 && seriesOfAuthor(request, profile.username, series)}
${listed.isEmpty ? emptyList(t.noProfilePostsTitle, t.noProfilePostsText(profile.display_name)) : listed.body}
</div>`,
  })
}

function profileHead(
  request: PageRequest,
  profile: Profile['profile'],
  readerState: { following: boolean; is_self: boolean } | null,
): Html {
  const { t, site, language } = request
  const { username, display_name, bio, follower_count, post_count, is_verified } = profile
  return html`<header class="profile">
${avatar(site, profile, 88)}
<div class="profile-text">
<h1 lang="${languageOf(display_name)}">${display_name}${is_verified && verifiedBadge(request)}</h1>
<p class="profile-name">@${username}</p>
${bio && html`<p class="profile-bio" lang="${languageOf(bio)}">${bio}</p>`}
<p class="profile-facts"><span data-follower-count="${follower_count}">${t.followers(follower_count, formatCount(language, follower_count))}</span>
<span>${t.posts(post_count, formatNumber(language, post_count))}</span>
${readerState?.is_self !== true && reportLink(request, { user: username }, profilePath(username))}</p>
</div>
${
  readerState?.is_self
    ? html`<a class="button button-plain" href="/studio/settings">${t.editProfile}</a>`
    : followForm(request, { username, following: readerState?.following ?? null, back: profilePath(username) })
}
</header>`
}
