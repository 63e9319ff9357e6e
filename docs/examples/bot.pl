#!/usr/bin/env perl
# A bot for `tavola arena`: a question comes in on each line, an action goes out on each line.
use strict; use warnings;
use JSON::PP;
$| = 1;    # send every answer at once
while (my $line = <STDIN>) {
    my $question = decode_json($line);
    my @legal = @{ $question->{legal} };
    print $legal[ $question->{random} % @legal ], "\n";
}
