-- Step from version 2 to version 3: which metrics a session knew.
-- A metric that came to Palio later has a column behind the others of table `result` as soon as a campaign is opened for
-- writing (metric_columns.cpp). NULL in it says nothing where the session of the result did not know the metric.

ALTER TABLE session ADD COLUMN metrics TEXT;  -- names, with commas between them

-- All that the versions before knew.
UPDATE session SET metrics =
  'makespan,predicted_makespan,sequential_makespan,total_work,efficiency,processors,processors_used,clusters_used,'
  || 'flex_differs,average_makespan,average_slowdown,unfairness,average_stretch,mean_stretch,max_stretch,stretch_bound,'
  || 'sum_stretch,optimal_max_stretch,relative_max_stretch,max_flow,sum_flow,lp_count,task_count,supervisors';
