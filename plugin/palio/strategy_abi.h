#pragma once

/* The interface between Palio and a library of strategies, in plain C: no C++ type crosses it, so that compilers, their
 * versions and flags may differ. palio/strategy.h is the same interface for C++.
 *
 * A library exports
 *
 *     const uint32_t palio_abi_version = PALIO_ABI_VERSION;
 *     const char* palio_description(void);
 *
 * and palio_schedule_graphs if it has strategies for task graphs, palio_decide_graphs if they decide at run time,
 * palio_begin_bags for bags of tasks, palio_begin_files for tasks that share files. Texts are UTF-8; quantities are in
 * flop, flop/s, byte, byte/s and s. Arguments are valid until the function returns, those of palio_begin_... until the
 * policy's end; until then the calling thread may call the functions in them. No exception may leave a function. */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Of this interface. Palio refuses libraries of another version. */
#define PALIO_ABI_VERSION 4u

#define PALIO_EXPORT __attribute__((visibility("default")))

/* Not terminated by a zero. */
typedef struct palio_text {
  const char* data;
  size_t size;
} palio_text;

/* A parameter's value: of the type that the description declares, in the order of the description. */
typedef struct palio_value {
  int64_t integer;
  double real;
  palio_text text;
} palio_value;

typedef struct palio_link {
  double bandwidth; /* byte/s */
  double latency;   /* s */
} palio_link;

/* A homogeneous cluster. */
typedef struct palio_cluster {
  palio_text name;
  int32_t processors;
  int32_t first_processor; /* processors are numbered through all clusters */
  double speed;            /* flop/s of each processor */
  palio_link processor_link, cluster_switch, uplink;
  int32_t cores; /* processors of one host, which share its network; others than 1 with PALIO_LOADED alone */
} palio_cluster;

/* What a message to another cluster crosses between the links of its sender and its receiver. With the last two there
 * are no such links: a mesh has a link for each pair of clusters of one processor, and a platform loaded from a
 * file has the routes of the file. */
enum palio_interconnect {
  PALIO_BACKBONE = 0,
  PALIO_UPLINKS = 1,
  PALIO_SHARED_SWITCH = 2,
  PALIO_MESH = 3,
  PALIO_LOADED = 4
};

typedef struct palio_platform {
  const palio_cluster* clusters;
  size_t cluster_count;
  int32_t interconnect; /* a palio_interconnect */
  palio_link backbone, shared_switch;
  double tcp_gamma; /* byte; a flow is bounded by tcp_gamma / (2 x route latency); 0: no bound */
} palio_platform;

/* A task on any number n of processors of one cluster: flop / speed * (alpha + (1 - alpha) / n) s, or on unrelated
 * machines (palio_graph_instance.times) its time on one processor of that cluster * (alpha + (1 - alpha) / n) s.
 * Another law (palio_graph_instance.speedups) has another factor. */
typedef struct palio_task {
  palio_text name; /* empty for generated graphs */
  double flop;     /* on one processor; 0 on unrelated machines */
  double alpha;    /* fraction that cannot be parallelised, 0 to 1 */
} palio_task;

/* The factor of a law: (1 - alpha) / n + alpha; 1 / min(n, max_processors); 1 / n + overhead * (n - 1); (1 - alpha) /
 * min(n, max_processors) + alpha + overhead * (n - 1); 1 / n + overhead * n^exponent. */
enum palio_law { PALIO_AMDAHL = 0, PALIO_ROOFLINE = 1, PALIO_COMMUNICATION = 2, PALIO_GENERAL = 3, PALIO_POWERCOM = 4 };

typedef struct palio_speedup {
  int32_t law;            /* a palio_law */
  int32_t max_processors; /* INT32_MAX where the law has none */
  double overhead, exponent;
} palio_speedup;

typedef struct palio_edge {
  int32_t from, to; /* tasks */
  double bytes;
} palio_edge;

typedef struct palio_graph {
  palio_text name;     /* empty for generated graphs */
  double release_date; /* s; nothing of it starts earlier */
  const palio_task* tasks;
  size_t task_count;
  const palio_edge* edges; /* by (from, to) */
  size_t edge_count;
  const palio_edge* in_edges; /* the same by (to, from) */
  const int32_t* order;       /* every task after its parents; among those that may come next the lowest first */
  const size_t* first_out;    /* by task and one more: edges[first_out[t]] to edges[first_out[t + 1]] leave t */
  const size_t* first_in;     /* the same of in_edges, that enter t */
} palio_graph;

/* The estimate, without contention, of moving data to n processors, those of h = ceil(n / cores) hosts: latency +
 * max(receiver_time / h, network_time), in s. A plan may rely on it, and must not promise less. */
typedef struct palio_communication {
  double latency, network_time, receiver_time;
  int32_t cores; /* of a receiving host */
} palio_communication;

/* Data that a task needs from one that started before the instance was planned: they leave these processors of a
 * cluster from a date on. */
typedef struct palio_inflow {
  int32_t graph, task;
  double bytes;
  int32_t cluster;
  const int32_t* processors;
  size_t count;
  double sent; /* s */
} palio_inflow;

/* Data that are under way already, or there, for the processors that their task was to run on. A plan that keeps
 * exactly these gets them at this date; on others they count as palio_inflow says. */
typedef struct palio_arrival {
  const int32_t* processors; /* ascending; NULL: they have not left */
  size_t count;
  double date; /* s */
} palio_arrival;

typedef struct palio_graph_instance palio_graph_instance;
struct palio_graph_instance {
  palio_platform platform;
  const palio_graph* graphs; /* that are scheduled together */
  size_t graph_count;
  /* For `bytes` on m processors of the source cluster that are needed in the target cluster. */
  palio_communication (*communication)(const palio_graph_instance* instance, double bytes, int32_t source, int32_t m,
                                       int32_t target);
  /* Between distinct processors of these clusters: the smallest bandwidth, and the sum of the latencies. */
  palio_link (*route)(const palio_graph_instance* instance, int32_t source, int32_t target);
  /* By graph. NULL: its tasks have work in flop. Else times[graph][task * cluster_count + cluster] is
   * what a task takes on one processor of a cluster, s; only strategies that say so ("machines": "unrelated") are given
   * such graphs. */
  const double* const* times;
  /* By graph and task. NULL: all tasks of the graph follow Amdahl's law. Only strategies that say so
   * ("speedups": "any") are given other laws. */
  const palio_speedup* const* speedups;
  /* NULL: the platform is empty. Else the graphs are what is left of a workload, to be planned next to
   * what runs: by processor, when it is expected to be free, s; and the data that come from tasks that have started, by
   * graph, then task. Only strategies that say so ("beginning": "any") are given such instances. */
  const double* free_from;
  const palio_inflow* inflows;
  size_t inflow_count;
  const palio_arrival* arrivals; /* by inflow */
};

/* Where a strategy reports that it cannot continue; the first report counts. */
typedef struct palio_trouble palio_trouble;
struct palio_trouble {
  /* There is no feasible schedule, for this reason. */
  void (*no_schedule)(palio_trouble* trouble, palio_text reason);
  /* Something went wrong. */
  void (*failed)(palio_trouble* trouble, palio_text message);
};

/* Takes the decisions of a strategy for task graphs. */
typedef struct palio_plan palio_plan;
struct palio_plan {
  /* Where and when a task runs: processors of one cluster, each once, in any order; dates in s. Every task of every
   * graph once. Without dates (NaN both) Palio makes them in the order of the calls: a task starts as soon as its data
   * may be there and its processors are free of the tasks before it. Either all tasks have dates or none. */
  void (*place)(palio_plan* plan, int32_t graph, int32_t task, const int32_t* processors, size_t count, double start,
                double finish);
  palio_trouble* trouble;
};

/* Blocked: not released, or a parent has not ended. Waiting: decided, and its processors or data are not there yet. */
enum palio_task_stage { PALIO_BLOCKED = 0, PALIO_READY = 1, PALIO_WAITING = 2, PALIO_RUNNING = 3, PALIO_ENDED = 4 };

typedef struct palio_task_state {
  int32_t stage;             /* a palio_task_stage */
  const int32_t* processors; /* once it is decided, ascending */
  size_t count;
  double start, finish; /* s; NaN: not yet */
} palio_task_state;

/* What has happened until a date. */
typedef struct palio_situation {
  double now;                           /* s */
  const palio_task_state* const* tasks; /* by graph, then task */
} palio_situation;

/* A worker and its link to the master. */
typedef struct palio_worker {
  double speed; /* flop/s */
  palio_link link;
} palio_worker;

/* How many messages a node may send at a time: one, and independently one received; any number. */
enum palio_port_model { PALIO_ONE_PORT = 0, PALIO_MULTI_PORT = 1 };

/* A master and its workers. */
typedef struct palio_star {
  const palio_worker* workers;
  size_t worker_count;
  double master_bandwidth; /* byte/s, outgoing */
  int32_t port_model;      /* a palio_port_model */
} palio_star;

/* Identical independent tasks, whose input comes from the master. */
typedef struct palio_bag {
  palio_text name; /* empty for generated ones */
  int32_t tasks;
  double flop, bytes;  /* of each task: computation, input */
  double release_date; /* s; nothing of it is sent earlier */
} palio_bag;

typedef struct palio_bag_instance {
  palio_star star;
  const palio_bag* bags; /* by release date; a strategy that calls itself online uses them once they are released */
  size_t bag_count;
} palio_bag_instance;

enum palio_bag_event { PALIO_RELEASED = 0, PALIO_RECEIVED = 1, PALIO_STARTED = 2, PALIO_FINISHED = 3 };

typedef struct palio_send {
  int32_t bag, worker;
} palio_send;

/* Decides while the simulation runs. All events of a date are told before anything is asked. */
typedef struct palio_bag_policy palio_bag_policy;
struct palio_bag_policy {
  /* A palio_bag_event at this date: a bag may be sent from now on (worker: -1); a worker has received a task of it,
   * starts one, has finished one. */
  void (*told)(palio_bag_policy* policy, int32_t event, int32_t bag, int32_t worker, double now);
  /* The master's port is free: a task of a released bag with tasks left, and to whom it is sent. Bag -1: none now; it
   * is asked again at the next event, and at *wake_up (s), which is NaN before the call. */
  palio_send (*next_send)(palio_bag_policy* policy, double now, double* wake_up);
  /* A worker is idle: of which bag it starts the task that it received first; `held`: the bags of its tasks, each once,
   * in the order of the first reception. */
  int32_t (*next_bag)(palio_bag_policy* policy, int32_t worker, const int32_t* held, size_t count, double now);
  /* Called once; nothing is called after it. */
  void (*end)(palio_bag_policy* policy);
};

/* Independent tasks, each with one input file that the master holds; tasks of one file are consecutive. */
typedef struct palio_file_instance {
  palio_star star; /* one-port */
  const double* file_bytes;
  size_t file_count;
  const int32_t* file_of_task;
  size_t task_count;
  double flop;         /* of each task */
  double output_bytes; /* of each task; 0: nothing is sent back */
} palio_file_instance;

/* What an idle worker does next: it starts a task whose file it has, or is sent a file; -1 the other. Both -1: nothing,
 * until a recall. */
typedef struct palio_order {
  int32_t task, file;
} palio_order;

/* Decides while the simulation runs: all tasks that end at a date are told, then idle workers are asked by number. A
 * task may run on several workers: when the first copy is done the others stop. */
typedef struct palio_file_policy palio_file_policy;
struct palio_file_policy {
  /* Nodes between the master and workers that pass files on; read once, at the beginning. */
  int32_t supervisors;
  const int32_t* supervisor_of; /* by worker; -1: fed by the master; NULL: all are */

  palio_order (*idle)(palio_file_policy* policy, int32_t worker, double now);
  /* The file that the worker waited for is there: the task that it starts. -1: the worker is idle and asked at once. */
  int32_t (*file_arrived)(palio_file_policy* policy, int32_t worker, int32_t file, double now);
  /* The first copy of a task is done, by this worker. */
  void (*finished)(palio_file_policy* policy, int32_t worker, int32_t task, double now);
  /* After the ends of a date: not 0 if workers that were given nothing are to be asked again, once. */
  int32_t (*recall)(palio_file_policy* policy);
  void (*end)(palio_file_policy* policy);
};

/* The library's description of its strategies: a JSON text, see docs/custom-strategies.md. */
PALIO_EXPORT const char* palio_description(void);

/* Run the strategy at this index of the description, counted from 0. They depend only on their arguments, draw no
 * random numbers, and are called many times in one process. */
PALIO_EXPORT void palio_schedule_graphs(uint32_t strategy, const palio_graph_instance* instance,
                                        const palio_value* parameters, palio_plan* plan);

/* The same for a strategy that decides at run time, whenever a task ends or a graph is released. plan->place, without
 * dates, puts a task that is ready or waiting behind all that its processors have to do, in the order of the calls. A
 * ready task may be left for later. */
PALIO_EXPORT void palio_decide_graphs(uint32_t strategy, const palio_graph_instance* instance,
                                      const palio_situation* situation, const palio_value* parameters,
                                      palio_plan* plan);

/* NULL only if the reason was reported to `trouble`. */
PALIO_EXPORT palio_bag_policy* palio_begin_bags(uint32_t strategy, const palio_bag_instance* instance,
                                                const palio_value* parameters, palio_trouble* trouble);
PALIO_EXPORT palio_file_policy* palio_begin_files(uint32_t strategy, const palio_file_instance* instance,
                                                  const palio_value* parameters, palio_trouble* trouble);

extern PALIO_EXPORT const uint32_t palio_abi_version;

#ifdef __cplusplus
}
#endif
