"""The keys of `app.extensions`, which holds the objects that all requests of a process share.

Several values are functions that pages without a database call through `app.extensions`, because
these pages may not import packages that need a database. Without a database, such a function is
missing or replaced with a simple function.
"""

LOG_KEY = "scorekeeper.log"  # the first league's log, or the log that the app was created with
FIRST_STORE_KEY = "scorekeeper.store"  # the first league's Store
STATS_CACHE_KEY = "scorekeeper.stats_cache"  # the first league's StatsCache
LEAGUE_CACHE_KEY = "scorekeeper.leagues"  # logs and statistics of other leagues, by league id
HUB_KEY = "scorekeeper.live"
NOTIFIER_KEY = "scorekeeper.notifier"
DOWNLOADS_KEY = "scorekeeper.downloads"  # the DownloadLimiter
CODE_LIMITER_KEY = "scorekeeper.code_rate_limiter"
PUBLIC_PAGES_KEY = "scorekeeper.public_pages"  # the RenderedPages
METRICS_KEY = "scorekeeper.metrics"  # the RequestMetrics, if requests are measured
ACCESS_CONTROL_KEY = "scorekeeper.access_control"  # this key exists if permissions are checked
HOSTS_KEY = "scorekeeper.hosts"  # the host names of this server
TRANSLATE_KEY = "scorekeeper.translate"  # looks up a sentence in the gettext catalogue
ASSETS_KEY = "scorekeeper.assets"  # the hashes of the static files by name
SCRIPTS_KEY = "scorekeeper.scripts"  # the hash of all scripts

# Functions
LOAD_CLOCK_KEY = "scorekeeper.load_clock"  # loads the clock of the request's league
LOAD_CURRENCY_KEY = "scorekeeper.load_currency"  # loads the currency of the request's league
ENTERED_ANSWERS_KEY = "scorekeeper.entered_answers"  # reads the answers in a posted form
EVENING_OF_KEY = "scorekeeper.evening_of"  # returns the evening (an ISO date) for a time
# Returns the confirmation page for restoring a match, or None if nothing has to be confirmed.
ASK_BEFORE_RESTORE_KEY = "scorekeeper.ask_before_restore"
# Returns sentences about the match that replaced a match at a table of a club night, if any.
SECOND_MATCH_KEY = "scorekeeper.second_match"
# Returns the link to what follows a match at a table of a club night, or None for other matches.
NEXT_STEP_KEY = "scorekeeper.next_step"
