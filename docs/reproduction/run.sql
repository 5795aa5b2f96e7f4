-- What a campaign is, for page.sh: a line for each column.
WITH work AS (
  SELECT sum((julianday(coalesce(ended, started)) - julianday(started)) * 86400) AS seconds,
         sum(ended IS NULL) AS killed, min(date(started)) AS first, max(date(started)) AS last,
         group_concat(DISTINCT palio_version) AS palio,
         group_concat(DISTINCT engine || ' ' || engine_version) AS engine, max(jobs) AS jobs,
         (SELECT sample FROM session ORDER BY id DESC LIMIT 1) AS sample
  FROM session WHERE completed + failed > 0)
SELECT (SELECT count(*) FROM result WHERE NOT stale) AS scenarios,
       (SELECT count(*) FROM (SELECT DISTINCT platform_id, workload_id FROM result WHERE NOT stale)) AS instances,
       iif(sample > 0, ' (a sample of the study)', '') AS part,
       (SELECT count(*) FROM result WHERE NOT stale AND outcome <> 'completed') AS failed,
       engine, palio, iif(first = last, first, first || ' to ' || last) AS day,
       iif(killed > 0, 'more than ', '') ||
         iif(seconds < 60, printf('%.1f s', seconds),
             printf('%d min %d s', CAST(seconds AS INTEGER) / 60, CAST(seconds AS INTEGER) % 60)) AS took,
       jobs, (SELECT printf(iif(sum(total_time) < 10, '%.1f', '%.0f'), sum(total_time)) FROM result) AS cpu,
       (SELECT count(engine_difference) FROM result) AS audited,
       (SELECT printf('%.1g', coalesce(max(engine_difference), 0)) FROM result) AS difference
FROM work
